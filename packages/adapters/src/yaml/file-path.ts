/** Keys and list places from the top of the file down. */
export type FilePath = readonly (string | number)[];

/** `steps[0].needs`. Keys that hold a dot or a space are quoted. */
export function showPath(path: FilePath): string {
  let shown = '';
  for (const step of path) {
    if (typeof step === 'number') shown += `[${step}]`;
    else {
      const key = /^[\w-]+$/.test(step) ? step : JSON.stringify(step);
      shown += shown === '' ? key : `.${key}`;
    }
  }
  return shown;
}
