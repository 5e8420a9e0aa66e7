/** The index of the search, as /docs/search.json has it. Operations are named by their place in the list. */
export interface SearchIndex {
  readonly operations: readonly (readonly [id: string, summary: string, method: string, path: string])[];
  readonly members: Readonly<Record<string, readonly number[]>>;
  readonly errors: readonly (readonly [code: string, statuses: string])[];
  readonly rejections: readonly (readonly [reason: string, explanation: string])[];
  readonly headers: readonly (readonly [name: string, path: string, title: string])[];
  readonly guides: readonly (readonly [path: string, title: string, heading: string, words: string])[];
}

export interface Found {
  readonly kind: 'Guide' | 'Operation' | 'Error' | 'Rejection' | 'Header' | 'Member';
  readonly title: string;
  readonly detail: string;
  readonly path: string;
}

interface Scored {
  readonly score: number;
  readonly found: Found;
}

const EACH_MAX = 8;
const MEMBER_OPERATIONS_MAX = 5;
/** The best member stands below each title with all words, and above texts. */
const MEMBER_WEIGHT = 0.29;
const TEXT_SCORE = 1;
const WHOLE_SCORE = 0.1;
const HEADING_SCORE = 0.3;

/**
 * Finds operations, members of their bodies, error codes, reasons of rejections, headers and guides by the words of a text, the
 * best first.
 */
export function find(index: SearchIndex, text: string): Found[] {
  const { operations, members, errors, rejections, headers, guides } = index;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const best = (scored: Scored[]): Scored[] =>
    scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  const groups = [
    guides.map(([path, title, heading, inText]) => {
      const found: Found = { kind: 'Guide', title: heading || title, detail: heading ? title : '', path };
      const named = scoredOf(words, [heading || title, title], found);
      return named.score > 0 ? named : { score: textScore(words, `${heading} ${title}`, inText), found };
    }),
    operations.map(([id, summary, method, path]) =>
      scoredOf(words, [id, summary, path, `${method} ${path}`], {
        kind: 'Operation',
        title: summary,
        detail: `${method} ${path}`,
        path: `/docs/operations/${id}`,
      }),
    ),
    errors.map(([code, statuses]) =>
      scoredOf(words, [code], { kind: 'Error', title: code, detail: statuses, path: `/docs/errors#${code}` }),
    ),
    rejections.map(([reason, explanation]) =>
      scoredOf(words, [reason], {
        kind: 'Rejection',
        title: reason,
        detail: explanation,
        path: `/docs/errors#rejected-${reason}`,
      }),
    ),
    headers.map(([name, path, title]) => scoredOf(words, [name], { kind: 'Header', title: name, detail: title, path })),
  ].map((scored) => best(scored).slice(0, EACH_MAX));
  const named = best(
    Object.keys(members).map((name) => scoredOf(words, [name], { kind: 'Member', title: name, detail: '', path: '' })),
  ).slice(0, EACH_MAX);
  const inMembers = named.flatMap(({ score, found: { title } }) =>
    (members[title] ?? []).slice(0, MEMBER_OPERATIONS_MAX).flatMap((place): Scored[] => {
      const [id, summary] = operations[place] ?? [];
      if (id === undefined || summary === undefined) return [];
      // What has the word in its title is the better answer.
      return [
        {
          score: score * MEMBER_WEIGHT,
          found: { kind: 'Member', title, detail: summary, path: `/docs/operations/${id}` },
        },
      ];
    }),
  );
  return best([...groups.flat(), ...inMembers]).map(({ found }) => found);
}

/** Every word has to be in one of the names. The whole text as a name counts most, then as its beginning. */
function scoredOf(words: readonly string[], names: readonly string[], found: Found): Scored {
  const lower = names.map((name) => name.toLowerCase());
  const all = lower.join(' ');
  if (!words.every((word) => all.includes(word))) return { score: 0, found };
  const whole = words.join(' ');
  if (lower.includes(whole)) return { score: 10, found };
  if (lower.some((name) => name.startsWith(whole))) return { score: 7, found };
  return { score: lower.some((name) => words.every((word) => name.includes(word))) ? 5 : 3, found };
}

/** Every word has to begin a word of the section. Whole words count more, and those of the heading most. */
function textScore(words: readonly string[], heading: string, inText: string): number {
  const spaced = (text: string) => ` ${text.toLowerCase()} `;
  const [head, all] = [spaced(heading), spaced(`${heading} ${inText}`)];
  if (!words.every((word) => all.includes(` ${word}`))) return 0;
  const wholeIn = (text: string) => words.filter((word) => text.includes(` ${word} `)).length;
  return TEXT_SCORE + WHOLE_SCORE * wholeIn(all) + HEADING_SCORE * wholeIn(head);
}
