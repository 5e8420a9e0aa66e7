import { inflateSync } from 'node:zlib';

const STREAM = /\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/g;
const SHOWN = /\[([^\]]*)\] TJ/g;

/** Returns the text of each page of a PDF in a standard font, one line per piece of text. */
export function textOf(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(STREAM)]
    .map(({ 0: head, 1: length, index }) => pdf.subarray(index + head.length, index + head.length + Number(length)))
    .map((packed) => inflateSync(packed).toString('latin1'))
    .filter((content) => content.includes(' TJ'))
    .map((content) => [...content.matchAll(SHOWN)].map(([, array = '']) => decoded(array)).join('\n'));
}

function decoded(array: string): string {
  const hex = [...array.matchAll(/<([0-9a-f]*)>/g)].map(([, digits = '']) => digits).join('');
  return new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'));
}

export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
