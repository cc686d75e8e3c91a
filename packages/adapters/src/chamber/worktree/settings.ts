/** What the configuration says about chambers. It is asked for again at every use: it is live. */
export interface ChamberSettings {
  /** Paths below the repository that are linked into every chamber, when they are there and not tracked. */
  links: string[];
  /** The same, copied. */
  copies: string[];
  /** How many ports each chamber leases. */
  ports: number;
  /** Values for the chamber's environment; `${port1}` and `${key}` are filled in. */
  env: Record<string, string>;
  /** More of them that are secret: given to hooks, and never to a chamber's record, which is written down. */
  secrets?: Record<string, string>;
  hooks: {
    after_create: string | null;
    before_run: string | null;
    after_run: string | null;
    before_remove: string | null;
  };
  hookTimeoutMs: number;
  /** Hooks run in a login shell, as the public service specification has it (svc-S6). */
  login?: boolean;
  /** Whether the target is fetched from `origin` before a chamber is cut. */
  fetch: boolean;
}

export type HookName = keyof ChamberSettings['hooks'];
