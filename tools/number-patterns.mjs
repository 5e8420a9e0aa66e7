// Reads the patterns of numbers in libphonenumber's metadata, and returns what may follow each digit.

export const DIGITS = [...'0123456789'];

/** A pattern matches digits, one after another (`all`), or either of several (`any`). Equal patterns are one object. */
const interned = new Map();
function pattern(kind, parts) {
  const key = `${kind}:${parts.map((part) => part.id ?? part).join()}`;
  const made = interned.get(key) ?? { id: interned.size, kind, parts, steps: [] };
  interned.set(key, made);
  return made;
}
export const NOTHING = pattern('any', []);
const EMPTY = pattern('all', []);
function all(first, rest) {
  if (first === NOTHING || rest === EMPTY) return first;
  return first === EMPTY || rest === NOTHING ? rest : pattern('all', [first, rest]);
}
function any(parts) {
  const flat = parts.flatMap((part) => (part.kind === 'any' ? part.parts : [part]));
  const kept = [...new Set(flat)].sort((a, b) => a.id - b.id);
  return kept.length === 1 ? kept[0] : pattern('any', kept);
}
export function mayBeEmpty({ kind, parts }) {
  if (kind === 'digits') return false;
  return kind === 'any' ? parts.some(mayBeEmpty) : parts.every(mayBeEmpty);
}

/** Returns what may follow a digit; `NOTHING` if no number begins with it. */
export function after(part, digit) {
  return (part.steps[digit] ??= step(part, digit));
}
function step(part, digit) {
  const [first, rest] = part.parts;
  if (part.kind === 'digits') return first.includes(digit) ? EMPTY : NOTHING;
  if (part.kind === 'any') return any(part.parts.map((each) => after(each, digit)));
  if (part === EMPTY) return NOTHING;
  return any([all(after(first, digit), rest), mayBeEmpty(first) ? after(rest, digit) : NOTHING]);
}

/** Returns whether any digits may follow, so that the prefix alone decides. */
export function isOpen({ kind, parts }) {
  if (kind === 'digits') return parts[0].length === DIGITS.length;
  return kind === 'all' ? parts.every(isOpen) : parts.length > 0 && parts.every(isOpen);
}

/** Reads a pattern of digits, `\d`, `[…]`, `(?:…)`, `|`, `?` and `{n,m}`. */
export function parse(text) {
  let at = 0;
  const alternatives = () => {
    const parts = [sequence()];
    while (text[at] === '|') {
      at += 1;
      parts.push(sequence());
    }
    return any(parts);
  };
  const sequence = () => {
    const parts = [];
    while (at < text.length && !'|)'.includes(text[at])) parts.push(counted(atom()));
    return parts.reduceRight((rest, part) => all(part, rest), EMPTY);
  };
  const atom = () => {
    const set = /^(?:\d|\\d|\[[\d-]+\])/.exec(text.slice(at))?.[0];
    at += set?.length ?? 3;
    if (set) return pattern('digits', [DIGITS.filter((digit) => new RegExp(set).test(digit)).join('')]);
    const group = alternatives();
    at += 1;
    return group;
  };
  const counted = (part) => {
    const [sign, min, max = min] = /^(?:\?|\{(\d+)(?:,(\d+))?\})/.exec(text.slice(at)) ?? [''];
    at += sign.length;
    if (sign === '') return part;
    const [least, most] = sign === '?' ? [0, 1] : [Number(min), Number(max)];
    const optional = Array.from({ length: most - least }).reduce((rest) => any([EMPTY, all(part, rest)]), EMPTY);
    return Array.from({ length: least }).reduce((rest) => all(part, rest), optional);
  };
  const whole = alternatives();
  if (at < text.length) throw new Error(`not a pattern of digits: ${text}`);
  return whole;
}
