const BYTE_ORDER_MARK = '\ufeff';
/** What a browser or an XML parser would act on: programs, style sheets, and definitions that reach out or multiply. */
const ACTIVE =
  /<!doctype|<!entity|<\?xml-stylesheet|<[a-z0-9]{0,32}:?script|javascript:|\/1999\/xhtml|\/2000\/svg|\/XSL\/Transform/i;

/** Whether the content is XML that is only data, as that of an invoice. */
export function isInertXml(content: Buffer): boolean {
  const text = textOf(content).replace(BYTE_ORDER_MARK, '').trimStart();
  return text.startsWith('<') && !text.includes('\0') && !ACTIVE.test(text);
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
