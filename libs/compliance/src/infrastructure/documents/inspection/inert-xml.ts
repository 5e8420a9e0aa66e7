const BYTE_ORDER_MARK = '\ufeff';
/** What a program that opens it would act on: scripts, macros, style sheets, and definitions that reach out or multiply. */
const ACTIVE =
  /<!doctype|<!entity|<\?xml-stylesheet|<\?mso-|<[a-z0-9]{0,32}:?script|javascript:|\/1999\/xhtml|\/2000\/svg|\/XSL\/Transform/i;
/** XML has none of these, and some encodings hide words by them. NEL is a line end. */
const CONTROL = /[^\P{Cc}\t\n\r\u0085]/u;
const REFERENCE = /&#(x[0-9a-f]+|[0-9]+);/gi;
const CODE_POINT_MAX = 0x10ffff;

/** Returns true for XML that is only data, such as an invoice. */
export function isInertXml(content: Buffer): boolean {
  const text = textOf(content).replace(BYTE_ORDER_MARK, '').trimStart();
  return text.startsWith('<') && !CONTROL.test(text) && !ACTIVE.test(withCharacters(text));
}

/** Replaces references to characters (`&#108;`), in which a name space can be written. */
function withCharacters(text: string): string {
  return text.replace(REFERENCE, (_, digits: string) => {
    const code = Number(digits.replace(/^x/i, '0x'));
    return code <= CODE_POINT_MAX ? String.fromCodePoint(code) : '';
  });
}

/** UTF-16 begins with a mark; all others are UTF-8, or agree with it in the characters of markup. */
function textOf(content: Buffer): string {
  const mark = content.length < 2 ? 0 : content.readUInt16BE(0);
  if (mark === 0xfffe) return content.toString('utf16le');
  if (mark === 0xfeff)
    return Buffer.from(content.subarray(0, content.length & ~1))
      .swap16()
      .toString('utf16le');
  return content.toString('utf8');
}
