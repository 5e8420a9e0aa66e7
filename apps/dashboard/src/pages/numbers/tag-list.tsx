import classes from './numbers.module.css';

/** The tags of a number. Those beyond `max` are counted, and named in the title. */
export function TagList({ tags, max = tags.length }: { readonly tags: readonly string[]; readonly max?: number }) {
  const rest = tags.slice(max);
  return (
    <span className={classes['tags']} title={tags.join(', ')}>
      {tags.slice(0, max).map((tag) => (
        <span key={tag} className={classes['tag']} dir="auto">
          {tag}
        </span>
      ))}
      {rest.length > 0 && <span aria-label={`and ${rest.join(', ')}`}>+{rest.length}</span>}
    </span>
  );
}
