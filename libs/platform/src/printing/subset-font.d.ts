/** The parts of the package that fix the weight of a variable font. */
declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat: 'truetype';
    /** Positions by the tag of the axis. */
    readonly variationAxes: Readonly<Record<string, number>>;
    readonly keepAllGlyphs: boolean;
    readonly noHinting: boolean;
  }

  /** Returns the font in the target format. The text is left out with `keepAllGlyphs`. */
  export default function subsetFont(font: Buffer, text: string | undefined, options: SubsetOptions): Promise<Buffer>;
}
