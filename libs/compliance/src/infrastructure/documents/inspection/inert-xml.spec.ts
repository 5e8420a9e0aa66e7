import { isInertXml } from './inert-xml';

describe('isInertXml', () => {
  it.each([
    ['an invoice', '<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>'],
    ['references to characters', '<Note>M&#252;ller &#x26; S&#xF6;hne &#38;#108; &#99999999;</Note>'],
    ['line ends and tabs', '\ufeff<a>\r\n\t<b/>\n</a>'],
  ])('is true for %s', (_what, xml) => {
    expect(isInertXml(Buffer.from(xml))).toBe(true);
  });

  it.each([
    ['a page', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['a page whose name space has a reference to a character', '<html xmlns="http://www.w3.org/1999/xhtm&#108;"/>'],
    ['a drawing whose name space has one', '<svg xmlns="http://www.w3.org/2000&#x00002F;svg"/>'],
    ['a script that an encoding hides', '<?xml version="1.0" encoding="iso-2022-jp"?><scr\u001b(Bipt/>'],
    ['a document of a word processor', '<?xml version="1.0"?><?mso-application progid="Word.Document"?><a/>'],
    ['a style sheet', '<?xml-stylesheet href="a.xsl"?><a/>'],
    ['definitions', '<!DOCTYPE a [<!ENTITY b "c">]><a/>'],
    ['other text', 'a,b'],
  ])('is false for %s', (_what, xml) => {
    expect(isInertXml(Buffer.from(xml))).toBe(false);
  });
});
