/** A party of a document, such as its seller. */
export interface PrintedParty {
  readonly title: string;
  /** The first line is the name. */
  readonly lines: readonly string[];
}

/** A row of the table, or the title of the rows below it. */
export type PrintedRow = { readonly cells: readonly string[] } | { readonly heading: string };

export interface PrintedSum {
  readonly name: string;
  readonly value: string;
  readonly isTotal: boolean;
}

export interface PrintedColumn {
  readonly title: string;
  /** In points; the columns share 495. */
  readonly width: number;
  readonly isFigure: boolean;
}

/** The prose of a letter, and where its sender signs. */
export interface PrintedLetter {
  /** Paragraphs above the table. */
  readonly opening: readonly string[];
  /** Paragraphs below the table. */
  readonly closing: readonly string[];
  /** What is written on each line of the signature, two lines beside each other. */
  readonly signature: readonly string[];
}

/** A document on A4 pages. Its texts are of any script. */
export interface PrintedDocument {
  /** Title of the file. */
  readonly title: string;
  readonly author: string;
  /** Time of the file: the same document prints the same bytes. */
  readonly at: Date;
  readonly heading: string;
  readonly subheading: string | null;
  readonly parties: readonly PrintedParty[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly columns: readonly PrintedColumn[];
  readonly rows: readonly PrintedRow[];
  readonly sums: readonly PrintedSum[];
  readonly notes: readonly string[];
  /** BCP 47: the language of the file. English without it. */
  readonly language?: string;
  /** With `{page}` and `{pages}`. English without it. */
  readonly pageLabel?: string;
  readonly letter?: PrintedLetter;
  /**
   * ISO 3166-1 alpha-2: whose shapes Han characters have, which China, Taiwan, Hong Kong, Japan and Korea write differently; null for
   * the shapes of China.
   */
  readonly country: string | null;
}

/** A PDF, and the characters in it for which no font has a glyph. */
export interface Printed {
  readonly content: Uint8Array;
  readonly missing: readonly string[];
}
