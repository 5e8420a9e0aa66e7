const RELOADED = 'trunkline-reloaded-for';

/** The script that a page of the dashboard begins with. Its name changes with each build. */
const entryOf = (page: Document): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** Returns the entry of the build that the server has, if it is another one than that of this page. */
async function newEntry(): Promise<string | null> {
  const response = await fetch(import.meta.env.BASE_URL, { cache: 'no-store' });
  if (!response.ok) return null;
  const entry = entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
  return entry === entryOf(document) ? null : entry;
}

/** Returns the build that a deploy has replaced that of this page with, unless the page was reloaded for it before. */
export async function newBuild(): Promise<string | null> {
  const entry = await newEntry().catch(() => null);
  return entry !== null && sessionStorage.getItem(RELOADED) === entry ? null : entry;
}

export function reloadFor(build: string): void {
  sessionStorage.setItem(RELOADED, build);
  window.location.reload();
}

/** Reloads the page if a deploy has replaced its build, at most once per build. */
export async function reloadAfterDeploy(): Promise<void> {
  const build = await newBuild();
  if (build !== null) reloadFor(build);
}
