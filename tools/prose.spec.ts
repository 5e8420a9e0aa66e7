// The prose of the repository: its English, the titles of its tests, and the links and lists of its documents.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { SETTING_NAMES } from '@trunkline/platform';
import * as ts from 'typescript';
import { CONTEXTS } from './architecture/plants';
import { anchorsOf, citationsOf, codeOf, firstCellsOf, type Link, linksOf, sectionOf } from './markdown';

const readText = (path: string) => readFileSync(path, 'utf8');

/** Returns the files of the repository, those that are not committed yet included, whose paths match. */
function filesMatching(pattern: RegExp): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  return listed.split('\n').filter((path) => pattern.test(path) && existsSync(path));
}

/**
 * Words that the English of code, documents and mails does without, each with what to write instead. The rules stand in
 * docs/voice.md.
 */
const REPLACED: readonly { readonly words: RegExp; readonly by: string }[] = [
  {
    words: /(?<![\w'"`/-])(some|no|any)bodys?\b(?![-@:'`])|\bwhoever\b|\bwhomever\b/i,
    by: 'the actor: client, caller, account owner, worker',
  },
  { words: /\b(he|him|his|himself|she|her|hers)\b/, by: 'the actor' },
  { words: /\bwhat is none\b|\bthat is none\b/i, by: 'an invalid value' },
  { words: /\b(let|lets|letting) ?go\b/i, by: 'release' },
  { words: /\b(give|gives|gave|given|giving) (it |them )?back\b/i, by: 'return, release' },
  { words: /\b(is|are|was|were|be|been|being) told\b/i, by: 'is notified, receives, returns' },
  { words: /\bwanted no more\b|\bno more since\b/i, by: 'no longer needed' },
  { words: /\b(is|are|was|were|be) away\b/i, by: 'unavailable' },
  { words: /\bevery \w+ away\b/i, by: 'all … are unavailable' },
  { words: /\b(sell|sells|sold) (here )?no more\b/i, by: 'is disabled, is no longer for sale' },
  { words: /\bbehind the answer\b/i, by: 'asynchronously, after the response' },
  { words: /\b(make|makes|making|made) an? (account|api key|key)\b/i, by: 'create' },
  { words: /\bend sooner\b/i, by: 'shorten its expiry' },
  { words: /\b(reason|text|message) for people\b/i, by: 'human-readable' },
  { words: /\bbegins? at or after\b/i, by: 'start at or after' },
  { words: /\bwhere in the \w+ to end\b/i, by: 'path to redirect to' },
  { words: /\b(does not|do not|doesn't|don't) answer to\b/i, by: 'not allowed, not supported' },
  { words: /\b(stood|stands) in the (address|url)\b/i, by: 'the URL contains' },
  { words: /\bnothing nothing\b|\bcosts? nothing\b/i, by: 'is free' },
  { words: /\bthe night before last\b/i, by: 'older than one night' },
  { words: /\bcontract, section\b|\bsection \d+ of the (contract|specification)\b/i, by: 'a page of docs/' },
  {
    words: /\b(Deed|EvenTime|GuessedAddresses|HeldTeam|OrderDesk|CheckoutBooks|CheckoutStages|RechargeBooks|newsOf)\b/,
    by: 'the names of docs/glossary.md',
  },
  { words: /\b(refuseMonsters|isRestedOn|lookAgain|SandboxHands)\b/, by: 'a name that says what it does' },
];

/** This file and docs/voice.md name the words, and a dependency is called `he`. Released migrations stay as they are. */
const EXEMPT = /^(tools\/prose\.spec\.ts|docs\/voice\.md|package-lock\.json)$|\/migrations\//;
const TEXTS = /\.(tsx?|m?js|mts|cjs|json|yaml|md|css|html)$/;

function findingsIn(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    REPLACED.flatMap(({ words, by }) => {
      const found = words.exec(line)?.[0];
      return found === undefined ? [] : [`${path}:${String(index + 1)}: "${found}", write: ${by}`];
    }),
  );
}

describe('the English of the repository', () => {
  it.each([
    'nobody',
    'nobodys',
    'whoever',
    'let go',
    'letGo',
    'given back',
    'is told',
    'what is none',
    'newsOf',
    'behind the answer',
    'makes an account',
  ])('names "%s"', (words) => {
    expect(findingsIn('example.ts', `// ${words}`)).toHaveLength(1);
  });

  it('uses none of the words that the rules replace', () => {
    const files = filesMatching(TEXTS).filter((path) => !EXEMPT.test(path));
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap((path) => findingsIn(path, readText(path)))).toEqual([]);
  });
});

// The form of test titles, which docs/voice.md states. A test cannot recognise a verb, so it names the other words with
// which titles begin. `of`, `that`, `who` and `whose` are allowed: they continue the noun of the describe.
const OPENERS = new Set(
  (
    'a an the this these those every each all another both no some any one two its ' +
    'and or but when while if unless until except without with by for from in at on to into as after before during about ' +
    'between across once twice not'
  ).split(' '),
);

/** What a title may not be, each with what is wrong. */
const FAULTS: readonly { readonly isIn: (title: string) => boolean; readonly fault: string }[] = [
  { isIn: (title) => /\bshould\b/i.test(title), fault: 'says should' },
  { isIn: (title) => /^[A-Z]/.test(title), fault: 'begins with a capital' },
  { isIn: (title) => title.endsWith('.'), fault: 'ends with a full stop' },
  { isIn: (title) => /^(\S+|%\w(, %\w)+):(\s|$)/.test(title), fault: 'begins with a label' },
  { isIn: (title) => OPENERS.has(/^[\w-]+/.exec(title)?.[0] ?? ''), fault: 'does not begin with its verb' },
];

const faultsOf = (title: string): string[] => FAULTS.flatMap(({ isIn, fault }) => (isIn(title) ? [fault] : []));

/** Returns whether a callee declares a test: `it`, `test`, or a member of them such as `it.each(…)`. */
function isOfTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'it' || callee.text === 'test';
  if (ts.isCallExpression(callee))
    return ts.isPropertyAccessExpression(callee.expression) && isOfTest(callee.expression);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  return ['each', 'skip', 'only', 'fails', 'failing'].includes(callee.name.text) && isOfTest(callee.expression);
}

/** Returns the text of a title, with `${}` for the values of a template; undefined for a table of `each` or a variable. */
function textOf(title: ts.Expression | undefined): string | undefined {
  if (!title) return undefined;
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return undefined;
  return title.head.text + title.templateSpans.map(({ literal }) => `\${}${literal.text}`).join('');
}

function titlesIn(path: string, text: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.arguments.length > 1 && isOfTest(node.expression)) {
      const title = textOf(node.arguments[0]);
      if (title !== undefined) titles.push(title);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return titles;
}

describe('the titles of tests', () => {
  it('are read from every form of a test', () => {
    const text = `
      it('is one', () => {});
      it.each([['a', 1]])('is %s', () => {});
      it.each<[string]>([])(\`is \${name} and more\`, () => {});
      test('is of Playwright', () => {});
      test.db.query('is none', []);`;
    expect(titlesIn('a.spec.ts', text)).toEqual(['is one', 'is %s', 'is ${} and more', 'is of Playwright']);
  });

  it.each([
    ['should return 404', 'says should'],
    ['Returns 404', 'begins with a capital'],
    ['returns 404.', 'ends with a full stop'],
    ['idp_failed: returns 404', 'begins with a label'],
    ['%s, %s: %s', 'begins with a label'],
    ['a second sign-in', 'does not begin with its verb'],
    ['the API returns 404', 'does not begin with its verb'],
    ['when the account is closed', 'does not begin with its verb'],
  ])('have a fault in "%s"', (title, fault) => {
    expect(faultsOf(title)).toEqual([fault]);
  });

  it.each([
    'returns 409 number_in_use when a trunk uses the number',
    'are paths up to the first option',
    'never exceeds the limit: %s',
    'of another account are out of reach',
    '%s is invalid',
  ])('have no fault in "%s"', (title) => {
    expect(faultsOf(title)).toEqual([]);
  });

  it('state behaviour as a predicate of their describe', () => {
    const texts = filesMatching(/\.tsx?$/).map((path) => [path, readText(path)] as const);
    const titles = texts
      .filter(([, text]) => /^\s*(it|test)\b[.(]/m.test(text))
      .flatMap(([path, text]) => titlesIn(path, text).map((title) => ({ path, title })));
    expect(titles.length).toBeGreaterThan(4_000);
    const faults = titles.flatMap(({ path, title }) => faultsOf(title).map((fault) => `${path}: "${title}" ${fault}`));
    expect(faults).toEqual([]);
  });
});

/** Returns the links whose file or heading does not exist. */
function broken(links: readonly Link[], rootOf: (from: string) => string): string[] {
  const isBroken = ({ from, target }: Link) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? from : normalize(join(rootOf(from), decodeURIComponent(path)));
    if (!existsSync(file)) return true;
    return anchor !== undefined && file.endsWith('.md') && !anchorsOf(readText(file)).has(anchor);
  };
  return links.filter(isBroken).map(({ from, target }) => `${from}: ${target}`);
}

describe('the documents', () => {
  const pages = filesMatching(/\.md$/);

  it('link to files and headings that exist', () => {
    const links = pages.flatMap((page) => linksOf(page, readText(page)));
    expect(links.length).toBeGreaterThan(5);
    expect(broken(links, dirname)).toEqual([]);
  });

  it('are cited by the code under files and headings that exist', () => {
    const sources = filesMatching(/\.(tsx?|mjs)$/);
    const citations = sources.flatMap((source) => citationsOf(source, readText(source)));
    expect(citations.length).toBeGreaterThan(5);
    expect(broken(citations, () => '.')).toEqual([]);
  });
});

describe('the map of the structure', () => {
  const rows = readText('docs/structure.md').matchAll(/^\| ([a-z-]+) +\| ([a-z, -]+?) +\|$/gm);
  const stated = new Map([...rows].map(([, context = '', capabilities = '']) => [context, capabilities.split(', ')]));

  it.each(CONTEXTS)('lists the capabilities of %s', (context) => {
    const folders = ['domain', 'application'].flatMap((layer) =>
      readdirSync(`libs/${context}/src/${layer}`, { withFileTypes: true }).filter((entry) => entry.isDirectory()),
    );
    expect(stated.get(context) ?? []).toEqual([...new Set(folders.map(({ name }) => name))].sort());
  });
});

describe('the README', () => {
  it('has at most 200 lines', () => {
    expect(readText('README.md').split('\n').length).toBeLessThanOrEqual(201);
  });

  it('leads to every page of docs', () => {
    const reached = new Set(['README.md']);
    for (const page of reached) {
      const links = linksOf(page, readText(page)).map(({ target }) => target.split('#')[0] ?? '');
      for (const link of links.filter((each) => each.endsWith('.md')))
        reached.add(normalize(join(dirname(page), link)));
    }
    expect(filesMatching(/^docs\/.*\.md$/).filter((page) => !reached.has(page))).toEqual([]);
  });
});

describe('docs/settings.md', () => {
  it('describes every setting, and none that does not exist', () => {
    const described = firstCellsOf(sectionOf(readText('docs/settings.md'), 'Settings')).flatMap(codeOf);
    expect([...described].sort()).toEqual([...SETTING_NAMES].sort());
  });
});

describe('docs/operations.md', () => {
  it('describes every metric, and none that does not exist', () => {
    const sources = filesMatching(/^(apps|libs)\/.*(?<!spec)\.ts$/).map(readText);
    const defined = sources.flatMap((text) => [...text.matchAll(/\bname: '((?:trunkline|http)_\w+)'/g)]);
    const described = firstCellsOf(sectionOf(readText('docs/operations.md'), 'Metrics')).flatMap(codeOf);
    expect([...described].sort()).toEqual(defined.map(([, name]) => name).sort());
  });
});

describe('docs/dependencies.md', () => {
  const { dependencies, devDependencies } = JSON.parse(readText('package.json')) as Readonly<
    Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
  >;
  const section = sectionOf(readText('docs/dependencies.md'), 'Dependencies');
  const rows = firstCellsOf(section).map((cell) => ({
    isDev: / \((dev|bundled)\)$/.test(cell),
    names: cell
      .replace(/\\| \((dev|bundled)\)$/g, '')
      .split(/, | on /)
      .map((name) => name.trim()),
  }));
  const peers = codeOf(section.slice(section.lastIndexOf('|')));
  const installed = { ...dependencies, ...devDependencies };
  const stands = (name: string, among: object) =>
    Object.keys(among).some((each) => (name.endsWith('*') ? each.startsWith(name.slice(0, -1)) : each === name));

  it('explains every package of package.json', () => {
    const names = [...rows.flatMap((row) => row.names), ...peers];
    const unexplained = Object.keys(installed).filter((each) => !names.some((name) => stands(name, { [each]: '' })));
    expect(unexplained).toEqual([]);
  });

  it('names no package that is not installed, and marks those of development and those that are bundled', () => {
    const missing = rows.flatMap(({ isDev, names }) =>
      names.filter((name) => !stands(name, isDev ? devDependencies : dependencies)),
    );
    expect(missing).toEqual([]);
    expect(peers.filter((name) => !stands(name, installed))).toEqual([]);
  });
});
