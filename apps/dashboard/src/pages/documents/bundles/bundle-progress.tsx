import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ComplianceBundle } from '@trunkline/client';
import { format } from '../../../format';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { ButtonLink } from '../../../ui/links';
import { Note } from '../../../ui/feedback/note';
import { Problem } from '../../../ui/feedback/problem';
import { reviewTime } from '../requirements/requirement-list';
import { useRequirements } from '../requirements/use-requirements';
import { useCart } from '../../buying/use-cart';
import { isFor } from './fitting';
import { Rejection } from './rejection';
import { useValidation } from './use-validation';

interface Props {
  readonly bundle: ComplianceBundle;
  readonly isWritable: boolean;
}

/** Where the bundle stands, and the next step. */
export function BundleProgress({ bundle, isWritable }: Props) {
  const { status, is_lapsed } = bundle;
  if (is_lapsed) {
    return (
      <Note state="bad" title="The approval has ended">
        <Text size="sm">
          A required document has expired, or the end user was erased. Numbers with this bundle are suspended until
          another one is attached. Copy the bundle, replace what has expired, submit the copy, and attach it to the
          numbers.
        </Text>
      </Note>
    );
  }
  if (status === 'submitted') return <InReview bundle={bundle} />;
  if (status === 'approved') return <Approved bundle={bundle} />;
  return (
    <>
      {status === 'rejected' && <Rejection bundle={bundle} />}
      {isWritable && <Submit bundle={bundle} />}
    </>
  );
}

/** A draft is submitted once nothing is missing. */
function Submit({ bundle }: { bundle: ComplianceBundle }) {
  const { data } = useValidation(bundle);
  const submit = useMutation({
    mutationFn: () => trunkline.compliance.bundles.submit(bundle.id),
    onSuccess: () => refresh('bundles', 'documents', 'end-users'),
    // The API has found something that the checklist did not know.
    onError: () => refresh('bundles'),
  });
  return (
    <div>
      <Group>
        <Button loading={submit.isPending} disabled={!data?.compliant} onClick={() => submit.mutate()}>
          Submit for review
        </Button>
        <Text size="sm" c="dimmed">
          {data?.compliant === false
            ? 'The checklist names what is missing.'
            : 'Until the decision, the bundle, its end user and its documents cannot be changed.'}
        </Text>
      </Group>
      <Problem title="The bundle could not be submitted" error={submit.error} />
    </div>
  );
}

function InReview({ bundle }: { bundle: ComplianceBundle }) {
  const isInCart = useIsInCart(bundle);
  const { country, number_type, submitted_at } = bundle;
  const { data } = useRequirements({ country, numberType: number_type ?? undefined });
  const hours = data?.typical_review_hours ?? 0;
  return (
    <Note role="status" title="In review">
      <Text size="sm">
        {submitted_at !== null && `Submitted on ${format.time(submitted_at)}. `}
        {hours > 0 && `A review typically takes ${reviewTime(hours)}. `}
        You get an email with the decision. Withdraw the bundle to change it.
      </Text>
      {isInCart && (
        <Group mt="sm" gap="sm">
          <BackToCart />
          <Text size="sm">You can buy already: the numbers are charged, and work once the bundle is approved.</Text>
        </Group>
      )}
    </Note>
  );
}

function Approved({ bundle }: { bundle: ComplianceBundle }) {
  const mayBuy = useMay()('numbers:write');
  const isInCart = useIsInCart(bundle);
  const { country, number_type, valid_until } = bundle;
  return (
    <Note state="ok" role="status" title="Approved">
      <Text size="sm">
        Numbers can be bought with this bundle.
        {valid_until !== null && ` A required document is valid until ${format.day(valid_until)}.`} An approved bundle
        cannot be changed: copy it instead.
      </Text>
      {mayBuy && (
        <Group mt="sm" gap="sm">
          {isInCart && <BackToCart />}
          <ButtonLink
            to="/numbers/buy"
            search={{ country, ...(number_type && { type: number_type }) }}
            variant="default"
            size="xs"
          >
            Get numbers
          </ButtonLink>
        </Group>
      )}
    </Note>
  );
}

/** Returns whether the cart of a user who may buy holds numbers that the bundle is for. */
function useIsInCart(bundle: ComplianceBundle): boolean {
  const { data: cart } = useCart();
  return useMay()('numbers:write') && cart !== undefined && cart.items.some((item) => isFor(bundle, item));
}

const BackToCart = () => (
  <ButtonLink to="/cart" size="xs" onClick={() => void refresh('cart')}>
    Back to the cart
  </ButtonLink>
);
