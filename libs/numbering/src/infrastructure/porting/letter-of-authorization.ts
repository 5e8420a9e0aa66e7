import type { PdfPrinter, PrintedDocument, PrintedRow } from '@trunkline/platform/printing';
import type { Letter, LetterPrinter } from '../../application/porting/letters';
import { LETTER_TEXTS } from './letter-texts';

/** The operator's settings. */
interface Seller {
  readonly seller: { readonly legalName: string };
}

/** For what the request does not say: it is written by hand. */
const BLANK = '________________';
const COLUMNS = 4;
/** The columns of a document share 495 points. */
const COLUMN_WIDTH = 495 / COLUMNS;

/** Prints letters of authorization. */
export class PdfLetterPrinter implements LetterPrinter {
  constructor(
    private readonly printer: Pick<PdfPrinter, 'print'>,
    private readonly settings: Seller,
  ) {}

  print(letter: Letter): Promise<Buffer> {
    return this.printer.print(letterDocument(letter, this.settings.seller.legalName));
  }
}

/** Returns a letter as it is printed, without the PIN: the letter is shown to more people than the PIN. */
export function letterDocument(letter: Letter, gaining: string): PrintedDocument {
  const { language, country, subscriber, e164s, updatedAt } = letter;
  const texts = LETTER_TEXTS[language];
  const losing = letter.losingCarrier ?? BLANK;
  const filled = (paragraph: string) => paragraph.replaceAll('{gaining}', gaining).replaceAll('{losing}', losing);
  const [first, ...others] = Array.from({ length: COLUMNS }, () => ({
    title: '',
    width: COLUMN_WIDTH,
    isFigure: false,
  }));
  const title = texts.numbers.replace('{count}', new Intl.NumberFormat(language).format(e164s.length));
  return {
    title: texts.title,
    author: gaining,
    at: updatedAt,
    heading: texts.title,
    subheading: texts.subtitle,
    parties: [
      { title: texts.losing, lines: [losing] },
      { title: texts.subscriber, lines: [subscriber.name, ...addressOf(letter)] },
    ],
    facts: factsOf(letter, gaining),
    columns: first ? [{ ...first, title }, ...others] : [],
    rows: rowsOf(e164s),
    sums: [],
    notes: [],
    country,
    language,
    pageLabel: texts.page,
    letter: { opening: texts.opening.map(filled), closing: texts.closing.map(filled), signature: texts.signature },
  };
}

function addressOf({ subscriber, language }: Letter): string[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return [...subscriber.addressLines, ...(subscriber.country === null ? [] : [names.of(subscriber.country) ?? ''])];
}

function factsOf(letter: Letter, gaining: string): PrintedDocument['facts'] {
  const { language, requestedFocAt } = letter;
  const texts = LETTER_TEXTS[language];
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return [
    [texts.gaining, gaining],
    [texts.accountNumber, letter.accountNumber ?? BLANK],
    [texts.authorizedPerson, letter.authorizedPerson ?? BLANK],
    ...(letter.billingPhoneE164 === null ? [] : [[texts.billingPhone, letter.billingPhoneE164] as const]),
    [texts.requestedDate, requestedFocAt ? days.format(requestedFocAt) : texts.soon],
    [texts.reference, letter.id],
  ];
}

function rowsOf(e164s: readonly string[]): PrintedRow[] {
  return Array.from({ length: Math.ceil(e164s.length / COLUMNS) }, (_, row) => ({
    cells: Array.from({ length: COLUMNS }, (__, column) => e164s[row * COLUMNS + column] ?? ''),
  }));
}
