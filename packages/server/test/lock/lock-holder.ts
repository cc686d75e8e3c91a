import { lockInstance } from '../../src/instance-lock.ts';
import { workplaceAt } from '../../src/workplace.ts';

/** Holds the lock of the folder it is given until its input ends. */
const lock = lockInstance(workplaceAt(process.argv[2] ?? ''));
process.stdout.write('held\n');
process.stdin.on('end', () => lock.release()).resume();
