import { readTurnScript, type Unplayable } from './script.ts';
import type { Step } from './step.ts';

/**
 * Reads the steps a prompt brings: YAML (or JSON) below a first line `REHEARSE:`, in the words of an
 * item's script. Heeded only for an item whose own script is the word `prompts`: a prompt may quote
 * what strangers wrote, and steps run commands.
 */
export async function readPromptScript(
  text: string,
  attempt: number,
): Promise<{ readonly ok: true; readonly steps: readonly Step[] } | Unplayable> {
  // Loaded here because hardly any player needs it, and every player would start later for it.
  const { parse, YAMLParseError } = await import('yaml');
  try {
    return readTurnScript(parse(text), attempt);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    return { ok: false, problem: `The script in the prompt is not YAML: ${error.message.split('\n')[0]}` };
  }
}
