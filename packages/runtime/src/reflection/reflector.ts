import type { Reflection } from '@symphony/domain';
import type { Occasion, ReflectionEngine } from '../engines.ts';
import type { Session } from '../session.ts';
import type { Lessons } from './lessons.ts';
import { reflectOn } from './reflect.ts';

/** Reflection with the lessons it keeps and gives back. */
export class Reflector implements ReflectionEngine {
  readonly #lessons: Lessons;

  constructor(lessons: Lessons) {
    this.#lessons = lessons;
  }

  reflectOn(session: Session, occasion: Occasion): Promise<Reflection | null> {
    return reflectOn(session, occasion, this.#lessons);
  }

  lessonsFor(topic: string): readonly string[] {
    return this.#lessons.lessonsFor(topic);
  }
}
