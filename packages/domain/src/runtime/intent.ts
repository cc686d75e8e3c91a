import type { Json } from '../work-item.ts';

/** Validated data left behind during a run and carried out after it, each for itself (R17). */
export type Intent =
  | {
      readonly type: 'notification';
      readonly message: string;
      readonly channel: string;
      readonly userId?: string;
      readonly priority: 'low' | 'medium' | 'high';
      readonly notificationType: 'info' | 'warning' | 'error' | 'success';
    }
  | {
      readonly type: 'audit';
      readonly action: string;
      readonly details: Readonly<Record<string, Json>>;
      readonly severity: 'debug' | 'info' | 'warning' | 'error' | 'critical';
    }
  | {
      readonly type: 'workflow';
      readonly workflowType: string;
      readonly parameters: Readonly<Record<string, Json>>;
      readonly priority: number;
      readonly tasks?: readonly Json[];
      readonly dependencies?: readonly Json[];
      readonly requestId?: string;
    }
  | {
      readonly type: 'error';
      readonly errorType: string;
      readonly errorMessage: string;
      readonly errorDetails: Readonly<Record<string, Json>>;
      readonly recoverable: boolean;
    }
  | {
      readonly type: 'memory';
      readonly userId: string;
      readonly memoryType: 'conversation' | 'event' | 'plan' | 'preference' | 'fact';
      readonly content: string;
      readonly sourceRole: string;
      readonly importance: number;
      readonly tags: readonly string[];
    }
  | { readonly type: 'synthesis'; readonly sources: readonly string[]; readonly format: string };

export interface IntentsProcessed {
  readonly processed: number;
  readonly failed: number;
  readonly errors: readonly string[];
}
