import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

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
const EXEMPT = ['tools/voice.spec.ts', 'docs/voice.md', 'package-lock.json'];
const ENDINGS = ['ts', 'tsx', 'mts', 'mjs', 'js', 'cjs', 'json', 'yaml', 'md', 'css', 'html'];

interface Finding {
  readonly place: string;
  readonly found: string;
  readonly write: string;
}

function findingsIn(path: string, text: string): Finding[] {
  return text.split('\n').flatMap((line, index) =>
    REPLACED.flatMap(({ words, by }) => {
      const found = words.exec(line)?.[0];
      return found === undefined ? [] : [{ place: `${path}:${String(index + 1)}`, found, write: by }];
    }),
  );
}

function textFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', ...ENDINGS.map((ending) => `*.${ending}`)], { encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((path) => existsSync(path) && !EXEMPT.includes(path) && !path.includes('/migrations/'));
}

describe('the English of the repository', () => {
  it('is checked in every source, test and document', () => {
    expect(textFiles().length).toBeGreaterThan(500);
  });

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
    expect(textFiles().flatMap((path) => findingsIn(path, readFileSync(path, 'utf8')))).toEqual([]);
  });
});
