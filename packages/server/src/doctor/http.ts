import { isLoopback, type ProjectConfig } from '../config/index.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { tryListen } from './machine.ts';

const NAME = 'http';

/** Whether the workbench can be opened as configured. `isRunning`: a conductor is here and has the port already. */
export async function checkHttp(
  { enabled, host, port, password }: ProjectConfig['http'],
  isRunning: boolean,
): Promise<Finding> {
  if (!enabled) return ok(NAME, 'The workbench is switched off.');
  if (!isLoopback(host) && password === null) {
    return problem(
      NAME,
      `The workbench stays closed: others could reach it at ${host}, and it has no password.`,
      'Set `http.password` to a `$NAME`, or `http.host` to 127.0.0.1.',
    );
  }
  if (isRunning) return ok(NAME, 'A conductor is running; `symphony status` tells where its workbench is.');
  const code = await tryListen({ host, port: port ?? 0 });
  if (code === null)
    return ok(
      NAME,
      port === null ? 'The workbench can be opened.' : `The workbench can be opened on port ${port}.`,
    );
  if (code === 'EADDRINUSE')
    return warning(
      NAME,
      `Port ${port} is taken, so there will be no workbench.`,
      'End what listens there, or leave `http.port` out to have a free one taken.',
    );
  return warning(
    NAME,
    `The workbench cannot be opened at ${host}: ${code}.`,
    'Choose another `http.host` or `http.port`; ports above 1023 are for everybody.',
  );
}
