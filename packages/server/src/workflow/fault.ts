import type { FilePath } from '@symphony/adapters/yaml';

/** What the public service specification calls what is wrong with a workflow file. */
export type FaultName =
  | 'missing_workflow_file'
  | 'workflow_parse_error'
  | 'workflow_front_matter_not_a_map'
  | 'invalid_workflow_config'
  | 'unsupported_tracker_kind'
  | 'invalid_tracker_config'
  | 'missing_tracker_secret';

export interface WorkflowFault {
  readonly name: FaultName;
  /** Where in the front matter. */
  readonly path: FilePath;
  /** One plain sentence with the next step. */
  readonly sentence: string;
}

export const fault = (name: FaultName, path: FilePath, sentence: string): WorkflowFault => ({
  name,
  path,
  sentence,
});
