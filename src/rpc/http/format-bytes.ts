const MIB = 1024 * 1024;

/** A size in words: whole MiB where it is one, else bytes. */
export function formatBytes(bytes: number): string {
  return bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes} bytes`;
}
