// Loaded before everything else (`node --import`, through NODE_OPTIONS in every
// child process and worker too): this process speaks to loopback addresses
// only. Any other TCP, TLS or UDP destination and any other DNS name is refused
// before a packet leaves, with an error that names the host and, unless the URL
// ends in `?quiet`, a line on stderr, since libraries swallow such errors.
// Unix sockets and listening servers are left alone. Native code that opens its
// own sockets (EDR's forks, anvil) is out of reach.
import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const CODE = "ERR_NOT_LOOPBACK";
const QUIET = new URL(import.meta.url).search === "?quiet";
const INSTALLED = Symbol.for("loopback-only");

const LOOPBACK = new net.BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

function isLoopback(host) {
  const name = String(host).replace(/^\[(.*)\]$/, "$1");
  const family = net.isIP(name);
  if (family === 0) {
    return /^localhost\.?$/i.test(name);
  }
  return LOOPBACK.check(name, family === 6 ? "ipv6" : "ipv4");
}

function refusal(what, host) {
  const error = new Error(
    `loopback only: refused ${what} ${host} (tests and the offline run reach nothing but this machine)`,
  );
  error.code = CODE;
  if (!QUIET) {
    process.stderr.write(`${error.message}\n`);
  }
  return error;
}

/** A look-up that may not lead a loopback name elsewhere. */
const checkedLookup = (lookup) => (name, options, callback) =>
  lookup(name, options, (error, answer, family) => {
    const foreign = [answer]
      .flat()
      .map((entry) => entry?.address ?? entry)
      .find((address) => address !== undefined && !isLoopback(address));
    if (error || foreign === undefined) {
      return callback(error, answer, family);
    }
    return callback(refusal("a connection to", `${name} at ${foreign}`));
  });

/** The first argument of `Socket.connect`, whatever the call's form. */
function connectOptions(first, second) {
  if (Array.isArray(first)) {
    return connectOptions(first[0]);
  }
  if (typeof first === "object" && first !== null) {
    return first;
  }
  if (typeof first === "string" && !/^\d+$/.test(first)) {
    return { path: first };
  }
  return { port: first, host: typeof second === "string" ? second : undefined };
}

function guardTcp() {
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function guardedConnect(first, ...rest) {
    const options = connectOptions(first, rest[0]);
    const host = options.host || "localhost";
    // A look-up of its own may lead a name to this machine, as undici's does to a
    // proxy: then the addresses that it gives are what counts.
    const isNameToLookUp =
      typeof options.lookup === "function" && net.isIP(host) === 0;
    if (!options.path && !isLoopback(host) && !isNameToLookUp) {
      // Not at once: tls still sets the server name of a connecting socket.
      const error = refusal("a connection to", `${host}:${options.port}`);
      this.connecting = true;
      process.nextTick(() => this.destroy(error));
      return this;
    }
    if (typeof options.lookup !== "function") {
      return connect.call(this, first, ...rest);
    }
    const checked = { ...options, lookup: checkedLookup(options.lookup) };
    if (!Array.isArray(first)) {
      return connect.call(this, checked, ...rest);
    }
    // Node marks its own argument arrays: the array must stay the same one.
    first[0] = checked;
    return connect.call(this, first, ...rest);
  };
}

/** The address in (port, address?) or (offset, length, port, address?). */
function datagramAddress([, second, third, fourth]) {
  const sliced = fourth || (third && typeof third !== "function");
  return sliced ? fourth : second;
}

function guardUdp() {
  const { connect, send } = dgram.Socket.prototype;
  const check = (address, place) => {
    if (typeof address === "string" && address && !isLoopback(address)) {
      throw refusal("a datagram to", place);
    }
  };
  dgram.Socket.prototype.connect = function guardedConnect(port, ...rest) {
    check(rest[0], `${rest[0]}:${port}`);
    return connect.call(this, port, ...rest);
  };
  dgram.Socket.prototype.send = function guardedSend(message, ...rest) {
    const address = datagramAddress(rest);
    check(address, address);
    return send.call(this, message, ...rest);
  };
}

/** `look` behind a check of its first argument, in its own way of failing. */
function guarded(look, refuse, passes) {
  function guardedLook(name, ...rest) {
    if (!name || passes(name)) {
      return look.call(this, name, ...rest);
    }
    return refuse(refusal("to look up", name), rest);
  }
  // util.promisify reads symbols of the function it is given.
  return Object.defineProperties(
    guardedLook,
    Object.getOwnPropertyDescriptors(look),
  );
}

function refuseByCallback(error, rest) {
  const callback = rest.at(-1);
  if (typeof callback !== "function") {
    throw error;
  }
  process.nextTick(callback, error);
  return {};
}

/** Nobody is asked for an address that is one already: listening looks it up. */
const needsNoName = (host) => isLoopback(host) || net.isIP(host) !== 0;

function guardNames(target, refuse) {
  for (const name of Object.getOwnPropertyNames(target)) {
    if (/^(lookup|lookupService|resolve.*|reverse)$/.test(name)) {
      const passes = name === "lookup" ? needsNoName : isLoopback;
      target[name] = guarded(target[name], refuse, passes);
    }
  }
}

if (!globalThis[INSTALLED]) {
  globalThis[INSTALLED] = true;
  const refuseByPromise = (error) => Promise.reject(error);
  guardTcp();
  guardUdp();
  guardNames(dns, refuseByCallback);
  guardNames(dns.Resolver.prototype, refuseByCallback);
  guardNames(dns.promises, refuseByPromise);
  guardNames(dns.promises.Resolver.prototype, refuseByPromise);
  syncBuiltinESMExports();
}
