# כל מה שהאיורים אומרים, בעברית. המפתחות זהים לאלה של en.ftl, ובדיקה משווה ביניהם.

device-cpu = התקן CPU (warpsim) על { $name }, לא GPU
device-gpu = { $name }

tiles-title = שלב { $phase } מתוך { $phases }   (⁦N = { $n }, TILE_WIDTH = { $tile }⁩)
tiles-shared = shared memory של ה־block
tiles-load = טעינה של tile מ־A ושל tile מ־B
tiles-loaded = מחסום: ממתינים עד שכולם טענו
tiles-multiply = הכפלת ה־tiles
tiles-multiplied = מחסום: ממתינים עד שכולם קראו
tiles-write = כתיבה אל C

step-load = שלב { $phase } מתוך { $phases }: כל thread ב־block טוען ל־shared memory איבר אחד מ־A ואיבר אחד מ־B, עבור k מ־{ $first } עד { $last }.
step-loaded = שלב { $phase } מתוך { $phases }: המחסום הראשון. איש לא קורא מה־tiles לפני שכולם סיימו לכתוב.
step-multiply = שלב { $phase } מתוך { $phases }: כל thread מכפיל את השורה שלו ב־As בעמודה שלו ב־Bs, עבור k מ־{ $first } עד { $last }.
step-multiplied = שלב { $phase } מתוך { $phases }: המחסום השני. איש לא טוען את ה־tiles הבאים לפני שכולם קראו מאלה. בכל סכום כבר נצברו { $done } מתוך { $n } מכפלות.
step-write = כל { $phases } השלבים הסתיימו: כל thread שבתוך המטריצה כותב את הסכום שלו אל C.
step-padding = ה־tiles חורגים מהמטריצה ב־{ $zeros }, ואת החסר ממלאים באפסים.

reads-title = mmNaive: שני threads שכנים באותו block
reads-a = שניהם קוראים אותה שורה
reads-b = כל אחד קורא עמודה משלו
reads-c = כל אחד כותב איבר אחד
reads-description = שני threads שכנים מחשבים שני איברים שכנים של C. שניהם קוראים את אותה שורה של A, וכל אחד קורא עמודה משלו של B.

speed-title = GFLOP/s לפי N
speed-x = N
speed-description = גרף של GFLOP/s לפי N, סדרה לכל TILE_WIDTH. מספר הנקודות עד כה: { $count }.
speed-sentence = ⁦TILE_WIDTH = { $tile }, N = { $n }⁩: המהירות ⁦{ $gflops } GFLOP/s⁩ (הזמן ⁦{ $ms } ms⁩). מספר הנקודות עד כה: { $count }.
speed-right = התוצאה הושוותה ל־float64 ונמצאה נכונה.
speed-wrong = התוצאה שגויה ב־{ $wrong } איברים, ולכן אין משמעות למהירות.

comparison-title = נאיבי מול מרוצף: GFLOP/s, ומעל העמודות ההאצה
comparison-description = עמודות של GFLOP/s עבור mmNaive ו־mmTiled, לערכי N הבאים: { $sizes }. מעל כל זוג כתובה ההאצה.
whose-student = שלכם
whose-course = של הקורס

map-constant = ב־A הכול 1, ב־B הכול 2
map-random = A ו־B אקראיות
map-count = שגויים: { $wrong } מתוך { $all }
map-description = { $title }: שגויים { $wrong } מתוך { $all } איברים.

control-step = צעד
control-back = ▶ אחורה
control-next = קדימה ◀
control-step-hint = הזיזו את המחוון (גם במקשי החצים), לחצו על הכפתורים, או לחצו על ההפעלה.
control-speed-hint = הזיזו מחוון (גם במקשי החצים). כל שינוי מריץ את ה־kernel ומוסיף נקודה.

timeline-title-none = שני המחסומים במקומם: כל warp ממתין לאיטי ביותר
timeline-title-second = בלי המחסום השני: הערך עלול להידרס לפני שקראו אותו (WAR)
timeline-title-first = בלי המחסום הראשון: הערך עלול להיקרא לפני שנכתב (RAW)
timeline-x = הזמן מתקדם משמאל לימין
timeline-load = טעינה { $phase }
timeline-read = קריאה { $phase }
timeline-line = { $array }, שורה { $line }
timeline-late = מתעכב
timeline-wait = ממתין
timeline-is-none = ציר זמן של ארבעה warps עם שני המחסומים.
timeline-is-second = ציר זמן של ארבעה warps בלי המחסום השני.
timeline-is-first = ציר זמן של ארבעה warps בלי המחסום הראשון.
timeline-safe = העיכוב של warp { $slow } הוא { $delay }; האחרים ממתינים לו, ואף גישה אינה מקדימה את זמנה.
timeline-lucky = העיכוב של warp { $slow } הוא { $delay }: הפעם הסדר נכון, אבל רק במזל. סכנת ה־{ $kind } קיימת בכל זאת.
timeline-wrong = העיכוב של warp { $slow } הוא { $delay }, ושתי גישות קורות בסדר הפוך: סכנת ה־{ $kind } התממשה.

order-one_ahead = כל warp רץ עד המחסום
order-round_robin = כל ה־warps צועדים יחד
order-random = תזמון מספר { $number }
order-run = הרצה { $number }
counts-title = כמה איברים שגויים בכל הרצה
counts-x-seed = מספר התזמון (seed)
counts-x-run = הרצה
counts-y = איברים שגויים ב־C
counts-description = מספר האיברים השגויים בכל הרצה: { $numbers }.

control-missing = גרסת ה־kernel
control-missing-none = שני המחסומים
control-missing-second = בלי המחסום השני
control-missing-first = בלי המחסום הראשון
control-delay = העיכוב של warp 3
control-timeline-hint = בחרו kernel, וקבעו בכמה ה־warp האחרון מתעכב (גם במקשי החצים).
control-schedule = סדר ה־warps
control-random = אקראי
control-seed = מספר התזמון (seed)
control-orders-hint = בחרו סדר של ה־warps, seed ו־N (גם במקשי החצים). רק התקן ה־CPU מאפשר לבחור סדר, ולכן החלק הזה רץ עליו בכל מחשב.
