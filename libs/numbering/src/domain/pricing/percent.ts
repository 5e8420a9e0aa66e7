const PLACES = 4;
/** Of a decimal with at most four places, in percent. */
const DENOMINATOR = 100n * 10n ** BigInt(PLACES);
const DECIMAL = /^(\d{1,4})(?:\.(\d{1,4}))?$/;

/** An exact fraction. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Returns a percentage such as `12.5` as a fraction. Throws when it has more than four places. */
export function exactPercent(text: string): Fraction {
  const [, whole, places = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`${text} is no percentage with at most ${PLACES} places.`);
  return { numerator: BigInt(whole + places.padEnd(PLACES, '0')), denominator: DENOMINATOR };
}
