interface SliderProps {
  readonly seq: number;
  readonly first: number;
  readonly last: number;
  onGo(seq: number): void;
}

/** In line with the marks below it. */
export const Slider = ({ seq, first, last, onGo }: SliderProps) => (
  <div className="flex items-center gap-3">
    <span className="w-32 shrink-0 text-xs text-ink-soft">All entries</span>
    <input
      type="range"
      aria-label="Moment of the log"
      aria-valuetext={`entry ${seq} of ${last}`}
      min={first}
      max={last}
      value={seq}
      onChange={(event) => onGo(Number(event.target.value))}
      className="m-0 h-4 w-full min-w-0 flex-1 accent-accent"
    />
  </div>
);
