export { curate } from './curator.ts';
export { arrangeLineage, type Relative } from './lineage.ts';
export { type ArtifactType, TypeRegistry } from './type-registry.ts';
