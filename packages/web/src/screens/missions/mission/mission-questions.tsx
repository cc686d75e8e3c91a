import type { MissionView, QuestionView } from '@symphony/domain';
import { useState } from 'react';
import { useTelling } from '../../../live/use-telling.ts';
import { plainText } from '../../../ui/plain-text.ts';
import { Answers } from '../../inbox/answers.tsx';
import { NeedingCard } from '../../inbox/needing-card.tsx';
import { ABORT } from '../abort.ts';
import { hasExplored } from '../part-look.ts';
import { AbortConfirm } from './abort-confirm.tsx';

interface MissionQuestionsProps {
  readonly view: MissionView;
  /** Of the inbox: that is newer than the mission's own. */
  readonly asked: readonly QuestionView[];
}

/** What only a person can bring on: questions of the mission, and chambers that go no further. */
export function MissionQuestions({ view, asked }: MissionQuestionsProps) {
  const stuck = view.chambers.filter(
    (part) => (part.state === 'needs_human' && !hasExplored(part, view.recorded)) || part.state === 'failed',
  );
  if (view.step === 'ended' || asked.length + stuck.length === 0) return null;
  return (
    <section aria-label="It waits for you" className="mb-3 max-h-[45vh] space-y-2 overflow-auto">
      {asked.map((each) => (
        <Question key={each.question.id} asked={each} />
      ))}
      {stuck.map(({ item }) => (
        <div key={item} className="rounded-lg border border-line bg-panel">
          <NeedingCard id={item} />
        </div>
      ))}
    </section>
  );
}

function Question({ asked: { item, question } }: { readonly asked: QuestionView }) {
  const { busy, tell } = useTelling();
  const [aborting, setAborting] = useState(false);
  const give = (text: string): void => void tell({ name: 'answer', id: item, question: question.id, text });
  return (
    <div className="space-y-3 rounded-lg bg-warn-soft px-4 py-3">
      <p className="max-h-40 overflow-auto break-words whitespace-pre-wrap">
        {plainText(question.text.slice(0, 8_000))}
      </p>
      <Answers
        question={question}
        busy={busy}
        numbered={false}
        onAnswer={(text) => (text === ABORT ? setAborting(true) : give(text))}
      />
      <AbortConfirm open={aborting} onOpenChange={setAborting} onConfirm={() => give(ABORT)} />
    </div>
  );
}
