import { useEffect, useRef } from 'react';

/** The heading that was shown last, and the path of its page; undefined before the first. */
let shown: { readonly heading: HTMLHeadingElement | null; readonly path: string } | undefined;

/**
 * Sets the title of the document, and moves the focus to the heading after a navigation. A title that changes on the same page,
 * such as the name of what was renamed, leaves the focus where the user is.
 */
export function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = window.location.pathname;
  useEffect(() => {
    document.title = `${title} · Trunkline`;
    // The page that is left may be drawn once more at the new path, so that a path alone does not tell a new page.
    if (shown && (shown.heading !== heading.current || shown.path !== path)) heading.current?.focus();
    shown = { heading: heading.current, path };
  }, [title, path]);
  return heading;
}
