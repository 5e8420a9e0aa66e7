import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SHEET = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** The roles that a block of the sheet declares with a colour. */
function rolesOf(selector: string): Map<string, string> {
  const from = SHEET.indexOf(`${selector} {`);
  expect(from).toBeGreaterThanOrEqual(0);
  const block = SHEET.slice(from, SHEET.indexOf('}', from));
  return new Map([...block.matchAll(/--([a-z\d-]+): (#[\da-f]{3,6});/g)].map(([, name = '', hex = '']) => [name, hex]));
}

const SCHEMES = [
  ['light', rolesOf(':root')],
  ['dark', rolesOf(":root[data-mantine-color-scheme='dark']")],
] as const;

/** Relative luminance by WCAG 2.2. */
function luminanceOf(hex: string): number {
  const digits = hex.length === 4 ? hex.slice(1).replaceAll(/./g, '$&$&') : hex.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const SURFACES = ['bg', 'side', 'panel', 'raised'];
const TEXTS = 4.5;
const SHAPES = 3;

const PAIRS: readonly (readonly [least: number, front: readonly string[], back: readonly string[]])[] = [
  [TEXTS, ['text', 'text-2', 'text-3', 'accent-text', 'ok-text', 'warn-text', 'bad-text'], SURFACES],
  [TEXTS, ['text', 'text-2', 'accent-text'], ['panel-2', 'accent-tint']],
  [TEXTS, ['text'], ['chosen']],
  [TEXTS, ['text', 'text-2'], ['ok-tint', 'warn-tint', 'bad-tint']],
  [TEXTS, ['accent-text'], ['accent-tint-2']],
  [TEXTS, ['ok-text'], ['ok-tint']],
  [TEXTS, ['warn-text'], ['warn-tint']],
  [TEXTS, ['bad-text'], ['bad-tint']],
  [TEXTS, ['on-accent'], ['accent', 'accent-hover']],
  [TEXTS, ['on-inverse', 'on-inverse-2'], ['inverse', 'inverse-2']],
  [SHAPES, ['ctl', 'accent', 'focus', 'ok', 'warn', 'bad'], ['bg', 'panel']],
  [SHAPES, ['ctl'], ['raised']],
  [SHAPES, ['accent'], ['side']],
  [SHAPES, ['warn'], ['warn-tint']],
  [SHAPES, ['bad'], ['bad-tint']],
  [SHAPES, ['ok'], ['ok-tint']],
  [SHAPES, ['s-answered', 's-unanswered', 's-failed', 's-a', 's-b', 's-c', 's-d'], ['bg']],
];

const CASES = SCHEMES.flatMap(([scheme, roles]) =>
  PAIRS.flatMap(([least, fronts, backs]) =>
    fronts.flatMap((front) => backs.map((back) => ({ scheme, roles, least, front, back }))),
  ),
);

it('declares the same roles in light and dark', () => {
  const [[, light], [, dark]] = SCHEMES;
  expect([...dark.keys()]).toEqual([...light.keys()]);
});

it.each(CASES)('has $front on $back with at least $least:1 in $scheme', ({ roles, least, front, back }) => {
  expect(contrastOf(roles.get(front) ?? '', roles.get(back) ?? '')).toBeGreaterThanOrEqual(least);
});

it('measures as WCAG does', () => {
  expect(contrastOf('#000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#fff')).toBeCloseTo(4.48);
});
