import { format } from '../../../format';

/** A change in percent, with its sign. Null where there is nothing to compare with. */
export function changeText(value: number, other: number): string | null {
  if (other === 0) return null;
  const change = (100 * (value - other)) / other;
  return `${change > 0 ? '+' : ''}${format.percent(change).replace('-', '\u2212')}`;
}
