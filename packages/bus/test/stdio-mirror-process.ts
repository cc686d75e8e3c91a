import { ownTransport } from '../src/transports/stdio.ts';
import { mirror } from './mirror.ts';

/** A child that mirrors over its own input and output, and ends when it is closed. */
mirror(ownTransport());
