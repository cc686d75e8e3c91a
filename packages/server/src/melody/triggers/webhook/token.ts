import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, fchmodSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { PortError } from '@symphony/domain';
import { makeFolder, notWritten } from '../../../disk-refusal.ts';

const SHORTEST = 32;

/** The installation's token, made at first use. Only its owner may read the file. */
export function readToken(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || stat.size === 0) return makeToken(path);
  if ((stat.mode & 0o077) !== 0) {
    throw new PortError({
      code: 'refused',
      message: `${path} holds the token of this installation, and others may read it.`,
      nextStep: `Delete it to have a new one made, or close it with \`chmod 600 ${path}\`.`,
    });
  }
  const token = readFileSync(path, 'utf8').trim();
  if (token.length >= SHORTEST) return token;
  throw new PortError({
    code: 'invalid',
    message: `${path} does not hold a token: it needs at least ${SHORTEST} characters.`,
    nextStep: 'Delete it to have a new one made.',
  });
}

function makeToken(path: string): string {
  const token = randomBytes(32).toString('base64url');
  makeFolder(dirname(path));
  try {
    const file = openSync(path, 'w', 0o600);
    try {
      fchmodSync(file, 0o600); // an empty file that was there keeps its old mode otherwise
      writeSync(file, `${token}\n`);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw notWritten(path, error);
  }
  return token;
}

/** What a caller shows to be let in. */
export interface Credentials {
  readonly authorization: string | undefined;
  /** `X-Hub-Signature-256`: `sha256=` and the HMAC of the body in hex. */
  readonly signature: string | undefined;
}

/** Either proof is enough. Takes the same time however wrong it is. */
export function isAuthentic(token: string, shown: Credentials, body: Uint8Array): boolean {
  const bearer = /^Bearer +(\S+) *$/i.exec(shown.authorization ?? '')?.[1];
  if (bearer !== undefined) return sameText(bearer, token);
  if (shown.signature === undefined) return false;
  return sameText(shown.signature, `sha256=${createHmac('sha256', token).update(body).digest('hex')}`);
}

/** Compared by their hashes, which are of one length. */
const sameText = (a: string, b: string): boolean => timingSafeEqual(hashOf(a), hashOf(b));

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
