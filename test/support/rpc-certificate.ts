import { generateKeyPairSync, sign } from "node:crypto";

/** A certificate and its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A fresh self-signed certificate that no client has a reason to trust. */
export function selfSignedCertificate(commonName: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });
  const ecdsaWithSha256 = sequence(tlv(0x06, hex("2a8648ce3d040302")));
  const name = sequence(
    tlv(
      0x31,
      sequence(tlv(0x06, hex("550403")), tlv(0x0c, Buffer.from(commonName))),
    ),
  );
  const validity = sequence(
    tlv(0x17, Buffer.from("200101000000Z")),
    tlv(0x17, Buffer.from("490101000000Z")),
  );
  const toBeSigned = sequence(
    tlv(0xa0, tlv(0x02, hex("02"))),
    tlv(0x02, hex("01")),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", toBeSigned, privateKey);
  const certificate = sequence(
    toBeSigned,
    ecdsaWithSha256,
    tlv(0x03, Buffer.concat([hex("00"), signature])),
  );
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function tlv(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const header =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), value]);
}

function hex(digits: string): Buffer {
  return Buffer.from(digits, "hex");
}
