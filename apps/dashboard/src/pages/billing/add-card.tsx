import { Button, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Problem } from '../../ui/problem';
import { type CardElement, isSandbox, mountCardElement } from './card-element';
import { SandboxCard } from './sandbox-card';

/** Saves a card. Its number goes from the processor's own element to the processor, never to the API. */
export function AddCard({ onDone }: { onDone: () => void }) {
  const setup = useQuery({
    queryKey: ['card-setup'],
    queryFn: () => trunkline.billing.paymentMethods.startSetup(),
    staleTime: 0,
    gcTime: 0,
  });
  const save = useMutation({
    mutationFn: (id: string) =>
      trunkline.billing.paymentMethods.create({ processor_payment_method_id: id, set_default: true }),
    onSuccess: async () => {
      await refresh('billing');
      onDone();
    },
  });
  if (!setup.data) {
    return setup.error ? (
      <Problem error={setup.error} retry={setup.refetch} />
    ) : (
      <Skeleton h={160} role="img" aria-label="Loading" />
    );
  }
  const { publishable_key, client_secret } = setup.data;
  const onCard = (id: string): void => save.mutate(id);
  return (
    <Stack>
      <Problem error={save.error} />
      {isSandbox(publishable_key) ? (
        <SandboxCard isPending={save.isPending} onCard={onCard} />
      ) : (
        <ProcessorCard
          publishableKey={publishable_key}
          clientSecret={client_secret}
          isPending={save.isPending}
          onCard={onCard}
        />
      )}
    </Stack>
  );
}

interface ProcessorCardProps {
  readonly publishableKey: string;
  readonly clientSecret: string;
  readonly isPending: boolean;
  readonly onCard: (id: string) => void;
}

function ProcessorCard({ publishableKey, clientSecret, isPending, onCard }: ProcessorCardProps) {
  const place = useRef<HTMLDivElement>(null);
  const [element, setElement] = useState<CardElement | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    const target = place.current;
    if (!target) return;
    let mounted: CardElement | undefined;
    let isGone = false;
    mountCardElement(target, publishableKey, clientSecret).then(
      (created) => {
        mounted = created;
        if (isGone) created.unmount();
        else setElement(created);
      },
      (reason: unknown) => setError(reason as Error),
    );
    return () => {
      isGone = true;
      mounted?.unmount();
    };
  }, [publishableKey, clientSecret]);
  const confirm = useMutation({ mutationFn: async () => element?.confirm(), onSuccess: (id) => id && onCard(id) });
  return (
    <Stack>
      <div ref={place} />
      <Problem error={error ?? confirm.error} />
      <Button disabled={!element} loading={confirm.isPending || isPending} onClick={() => confirm.mutate()}>
        Save the card
      </Button>
    </Stack>
  );
}
