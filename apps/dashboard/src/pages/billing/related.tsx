import { words } from '../../format';
import { TextLink } from '../../ui/links';

/** What a transaction or the line of an invoice is about, with a link if the dashboard shows it. */
export function Related({ kind, id }: { kind: string | null; id: string | null }) {
  if (kind === null) return <>Nothing</>;
  if (id === null) return <>{words(kind)}</>;
  switch (kind) {
    case 'cdr':
      return (
        <TextLink to="/calls/$id" params={{ id }}>
          The call
        </TextLink>
      );
    case 'checkout':
      return (
        <TextLink to="/checkouts/$id" params={{ id }}>
          The checkout
        </TextLink>
      );
    case 'number_order':
      return <TextLink to="/numbers/orders">A number order</TextLink>;
    case 'transaction':
      return (
        <TextLink to="/billing/transactions/$id" params={{ id }}>
          Another transaction
        </TextLink>
      );
    default:
      return (
        <>
          {words(kind)} {id}
        </>
      );
  }
}
