/**
 * Whether a script may call host tools: then they are offered to its run. Asked of the script as it is
 * written, in every occasion; what prompts will bring nobody knows yet.
 */
export function callsTools(script: unknown): boolean {
  if (script === 'prompts') return true;
  if (typeof script !== 'object' || script === null) return false;
  if (Array.isArray(script)) return script.some(callsTools);
  return Object.entries(script).some(
    ([key, value]) => key === 'tool' || (key !== 'permission' && callsTools(value)),
  );
}
