export { refusalIn } from './refusal.ts';
export {
  type ConfineOptions,
  type LocalEnclosure,
  type LocalSandbox,
  openSandbox,
  type SandboxOptions,
} from './sandbox.ts';
