/**
 * Which package may import which (DESIGN, "Layout"). `layers.test.ts` reads every import of every
 * source file and holds it against this table; there are no exemptions.
 */
export interface Layer {
  /** Workspace packages that may be imported. */
  readonly imports: readonly string[];
  /** Workspace packages that may be loaded with `import()` only, when a command needs them. */
  readonly lazyImports?: readonly string[];
  /** Pure: no Node module, no clock, no chance. Folders below `src` listed here are exempt by design. */
  readonly pure?: { readonly except: readonly string[] };
}

export const LAYERS: Readonly<Record<string, Layer>> = {
  domain: { imports: [], pure: { except: [] } },
  bus: { imports: [], pure: { except: ['transports'] } },
  protocol: { imports: ['domain', 'bus'], pure: { except: [] } },
  pit: { imports: ['domain'], pure: { except: [] } },
  conductor: { imports: ['domain', 'pit'], pure: { except: [] } },
  runtime: { imports: ['domain', 'pit'], pure: { except: [] } },
  adapters: { imports: ['domain', 'bus'] },
  server: { imports: ['domain', 'bus', 'protocol', 'pit', 'conductor', 'runtime', 'adapters'] },
  tui: { imports: ['domain', 'protocol'] },
  web: { imports: ['domain', 'protocol', 'bus'] },
  cli: { imports: ['domain', 'protocol', 'bus'], lazyImports: ['server', 'tui'] },
  testkit: { imports: ['domain'] },
};
