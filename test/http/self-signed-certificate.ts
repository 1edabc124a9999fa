import { generateKeyPairSync, sign } from "node:crypto";

/** A fresh self-signed certificate that no client has a reason to trust, in PEM. */
export function selfSignedCertificate(commonName: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });
  const ecdsaWithSha256 = sequence(tlv(0x06, hex("2a8648ce3d040302")));
  const names = [tlv(0x06, hex("550403")), tlv(0x0c, Buffer.from(commonName))];
  const name = sequence(tlv(0x31, sequence(...names)));
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

const sequence = (...parts: Buffer[]) => tlv(0x30, Buffer.concat(parts));

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

const hex = (digits: string) => Buffer.from(digits, "hex");
