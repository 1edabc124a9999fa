const LOCAL_HOST = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether a URL's host is this machine, whichever that is. */
export function isLocalHost({ hostname }: URL): boolean {
  return LOCAL_HOST.test(hostname);
}
