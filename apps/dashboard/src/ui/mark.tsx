interface Props {
  readonly className?: string | undefined;
  /** In the colour of the text and without a ground, as for paper. */
  readonly mono?: boolean;
}

/**
 * The mark of the product: a trunk comes in, one line turns off to the subscriber, and the trunk goes on. It is drawn on a
 * grid of 16 pixels, so that it is sharp as a favicon.
 */
export function Mark({ className, mono = false }: Props) {
  return (
    <svg className={className} viewBox="0 0 16 16" fill="none" strokeWidth="2" aria-hidden>
      {mono ? (
        <path stroke="currentColor" d="M1 5h4a3 3 0 0 1 3 3v7m2.5-10H15" />
      ) : (
        <>
          <rect width="16" height="16" rx="4" fill="var(--accent)" />
          <path stroke="#fff" d="M0 5h5a3 3 0 0 1 3 3v8m2.5-11H16" />
        </>
      )}
    </svg>
  );
}
