import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Heading, headingsOf } from './markdown';

export interface Guide {
  readonly slug: string;
  readonly path: string;
  readonly title: string;
  /** The first paragraph. */
  readonly summary: string;
  readonly text: string;
  readonly headings: readonly Heading[];
}

/** In the order of the navigation. Each is a page of docs/guides. */
const SLUGS = [
  'first-call',
  'connect-a-pbx',
  'numbers-and-documents',
  'routing',
  'reading-a-call',
  'porting',
  'messages',
  'webhooks',
  'oauth',
  'errors',
  'billing',
];

export const guidePath = (slug: string): string => `/docs/guides/${slug}`;

/** Reads the guides of a folder. Throws if one is missing, or is not in the list. */
export function readGuides(folder: string): Guide[] {
  const found = readdirSync(folder).map((name) => name.replace(/\.md$/, ''));
  const unknown = found.filter((slug) => !SLUGS.includes(slug));
  if (unknown.length > 0) throw new Error(`These guides have no place in the navigation: ${unknown.join(', ')}.`);
  return SLUGS.map((slug) => guideOf(slug, readFileSync(join(folder, `${slug}.md`), 'utf8')));
}

function guideOf(slug: string, text: string): Guide {
  const headings = headingsOf(text);
  const [, summary = ''] = text.split('\n\n');
  return { slug, path: guidePath(slug), title: headings[0]?.text ?? slug, summary, text, headings };
}
