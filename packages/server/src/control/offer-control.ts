import { SocketError, type SocketErrorCode } from '@symphony/bus/unix';
import { PortError } from '@symphony/domain';
import { type ControlOptions, type ControlServer, serveControl } from './control-server.ts';

const REMEDIES: Readonly<Record<SocketErrorCode, string>> = {
  'in-use': 'Use `symphony status` to look at it, or `symphony stop` to end it.',
  unsafe: 'Close the folder to other users (`chmod 700`), or set TMPDIR to a folder of your own.',
  disk: 'Move what is in its place away, or make its folder writable, then try again.',
  'not-listening': 'Try again.',
  refused: 'Use the account the folder belongs to.',
};

/** Opens the control socket, or says what stands in the way and what to do about it. */
export async function offerControl(options: ControlOptions): Promise<ControlServer> {
  try {
    return await serveControl(options);
  } catch (error) {
    if (!(error instanceof SocketError)) throw error;
    const code = error.code === 'disk' ? 'disk' : 'refused';
    throw new PortError({ code, message: error.message, nextStep: REMEDIES[error.code] }, error);
  }
}
