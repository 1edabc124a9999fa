interface Lock {
  readonly packages?: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly optional?: boolean;
        readonly devOptional?: boolean;
      }
    >
  >;
}

type Probe =
  | { readonly ok: true; readonly version: string }
  | { readonly ok: false; readonly reason: string };

export function isNewEnough(version: string, minimum: string): boolean;

export function installKey(options: {
  readonly lockFile: string;
  readonly platform: string;
  readonly arch: string;
}): string;

export function lockDifference(
  lock: Lock | undefined,
  installed: Lock | undefined,
): string | undefined;

export function installVerdict(options: {
  readonly stamp: string | undefined;
  readonly key: string;
  readonly difference: () => string | undefined;
  readonly probe: Probe;
  readonly minimum: string;
}):
  | { readonly usable: true; readonly stamped: boolean }
  | { readonly usable: false; readonly reason: string };

export function installCommand(options: {
  readonly nodeVersion: string;
  readonly minimum: string;
  readonly projectNode: string;
  readonly npm: readonly string[];
}): { readonly title: string; readonly command: readonly string[] };

export function npmCommand(options: {
  readonly execPath: string;
  readonly npmScript: string | undefined;
}): readonly string[];

export function findNpmScript(
  candidates: readonly (string | undefined)[],
  exists: (path: string) => boolean,
): string | undefined;

export function childExitCode(
  code: number | null,
  signal: string | null,
): number;
