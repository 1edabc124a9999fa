interface Lock {
  readonly packages:
    | Readonly<
        Record<
          string,
          {
            readonly version?: string;
            readonly optional?: boolean;
            readonly devOptional?: boolean;
          }
        >
      >
    | undefined;
}

export function isNewEnough(version: string, minimum: string): boolean;

export function lockDifference(
  lock: Lock | undefined,
  installed: Lock | undefined,
): string | undefined;

export function packagesWithoutHash(
  lock: { readonly packages: Readonly<Record<string, object>> },
  isInstalled: (location: string) => boolean,
): readonly string[];

export function installCommand(options: {
  readonly nodeVersion: string;
  readonly minimum: string;
  readonly projectNode: string;
  readonly npm: readonly string[];
}): { readonly title: string; readonly command: readonly string[] };

export function findNpmScript(
  candidates: readonly (string | undefined)[],
  exists: (path: string) => boolean,
): string | undefined;

export function childExitCode(
  code: number | null,
  signal: string | null,
): number;
