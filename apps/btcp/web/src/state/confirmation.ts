import { createStore } from './store.ts';

export interface Question {
  title: string;
  text: string;
  /** The word on the button that goes ahead. */
  action: string;
  answer(goesAhead: boolean): void;
}

export const confirmation = createStore<{ question: Question | null }>({ question: null });

/** Asks before something that cannot be undone. */
export function confirmed(question: Omit<Question, 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (goesAhead: boolean) => {
      confirmation.update({ question: null });
      resolve(goesAhead);
    };
    confirmation.update({ question: { ...question, answer } });
  });
}
