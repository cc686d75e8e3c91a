import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('./run.ts', import.meta.url));

/**
 * Takes one measurement in a process of its own and returns what it found. `entry`: a smaller program than this one, for
 * figures that what else is loaded would spoil.
 */
export function measureApart<T>(bench: string, request: unknown, entry = ENTRY): Promise<T> {
  const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, entry, bench, '--measure', JSON.stringify(request)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(said) as T);
      else reject(new Error(`a measurement ended with code ${code}: ${JSON.stringify(request)}`));
    });
  });
}
