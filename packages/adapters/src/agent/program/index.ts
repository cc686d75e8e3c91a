export { AgentLine, type Introduction, unrecognised } from './agent-line.ts';
export { launchAgent } from './launch.ts';
export { type Line, LineReader } from './line-reader.ts';
export { absentAgent, lateAgent } from './presence.ts';
export { type BriefAnswer, runBriefly } from './run-briefly.ts';
export { isKnown, type VersionRange, versionIn } from './version.ts';
