export { jsonSchemaCheck } from '../json-schema.ts';
export { type DiskArtifactOptions, openDiskArtifactStore } from './open.ts';
