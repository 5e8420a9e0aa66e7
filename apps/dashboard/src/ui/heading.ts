import { useEffect, useRef } from 'react';

let isFirstPage = true;

/** Sets the title of the document, and moves the focus to the heading after a navigation. */
export function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Trunkline`;
    if (!isFirstPage) heading.current?.focus();
    isFirstPage = false;
  }, [title]);
  return heading;
}
