import type { ComposedText, Texts } from '../application/messages/ports';

const ALONE = 70;
const PART = 67;

/** Sends every body as UCS-2, in parts that split no surrogate pair. */
export class PlainTexts implements Texts {
  compose(body: string): ComposedText {
    const parts: { text: string }[] = [];
    const length = body.length <= ALONE ? ALONE : PART;
    let text = '';
    for (const character of body) {
      if (text.length + character.length > length) {
        parts.push({ text });
        text = '';
      }
      text += character;
    }
    return { body, encoding: 'ucs2', parts: [...parts, { text }] };
  }
}
