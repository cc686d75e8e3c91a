/** What a colour says. Every face has its own palette for it. */
export type Tone = 'good' | 'bad' | 'warn' | 'dim' | 'strong' | 'accent';
