### プログラムの日本語の文言。

## Sides and ranks

colour-black = 黒
colour-white = 白
rank-professional = プロ{ $grade }段
rank-dan = アマ{ $grade }段
rank-kyu = { $grade }級

## Amounts

zi-quarter = 1/4
zi-half = 1/2
zi-three-quarters = 3/4
zi-whole = { $whole }子
zi-part = { $part }子
zi-mixed = { $whole }と{ $part }子
list-separator = 、

## Values

value-none = なし
value-erased = 記録は求めにより消去
value-open = （未定）
value-deliberate = 故意
value-misread = 読み誤り
value-permitted = 審判の許可あり
value-not-permitted = 許可なし
value-hand-on = 手が石から離れていない
value-struck-out = なし（この記録は抹消）
vote-counted = 賛成{ $for }、反対{ $against }
move-pass = パス

## Offices

role-organiser = 主催者
role-chief-arbiter = 審判長
role-deputy-chief-arbiter = 副審判長
role-arbiter = 審判
role-recorder = 記録係
role-panel-member = 裁定委員
role-reviewer = 審査員
role-auditor = 監査人

## Results

result-won-by-count = { $winner }勝ち（計算による）
result-won-by-resignation = { $winner }中押し勝ち
result-won-by-time = { $winner }時間切れ勝ち
result-won-by-forfeit = { $winner }反則勝ち
result-won-by-warnings = { $winner }勝ち（相手の警告二回）
result-won-by-absence = { $winner }不戦勝
result-won-by-ruling = { $winner }勝ち（裁定による）
result-won-by-sanction = { $winner }勝ち（相手への処分による）
result-won-by-margin = { $winner }の{ $margin }勝ち（{ $by }）
result-not-won = { $outcome }（{ $by }）
result-with-state = { $result }、{ $state }
result-none = まだ結果なし
result-draw = 持碁
result-both-lose = 両者負け
result-no-result = 無勝負
result-by-count = 計算
result-by-resignation = 中押し
result-by-time = 時間切れ
result-by-forfeit = 反則
result-by-warnings = 警告二回
result-by-absence = 不戦
result-by-ruling = 裁定
result-by-sanction = 処分
result-state-provisional = 未確認
result-state-confirmed = 確認済み
result-state-appealed = 上訴中
result-state-final = 確定

## Orders of rulings and decisions

order-void-move = 記録{ $entry }の着手は無効とし、石を取り除く
order-move-stands = 記録{ $entry }の石はその点で有効とする
order-restore-stones = { $colour }石を{ $points }に戻す
order-remove-stones = { $points }の石を取り除く
order-move-stone = { $from }の石を{ $to }に移す
order-swap-players = 対局者の黒白を入れ替え、局面はそのまま
order-set-clock = 時計を合わせる：{ $settings }
order-treat-as-pass = { $colour }の時間超過はパスとみなす
order-award-points = 計算では{ $points }を{ $colour }のものとする
order-resume = 対局を再開し、時計を動かす
order-set-result = 結果を次のとおりとする：{ $result }
order-draw = 持碁とする
order-both-lose = 両者負けとする
order-no-result = 無勝負とする
order-replay = { $game }として打ち直す
order-overturn = { $ruling }は効力を失う

## Warnings, penalties, sanctions

warning-for = { $colour }に警告一回
admonition-for = { $colour }に勧告一回
penalty-forfeit-turn = { $colour }の手番を一回失う
penalty-deduct-zi = { $colour }から{ $amount }を引く
penalty-deduct-time = { $colour }の持ち時間から{ $amount }を引く
penalty-lose-game = { $colour }の負けとする
sanction-cancel-results = 成績取り消し
sanction-lose-games = 当該対局を負けとする
sanction-drop-place = 賞金を一つ下の順位とする
sanction-suspend = 出場停止
sanction-censure = 公開譴責

## Clocks

clock-left = 持ち時間残り{ $time }
clock-periods-left = 秒読み残り{ $count }回
clock-period-left = この秒読みの残り{ $time }
clock-moves-left = この区間であと{ $count }手
clock-used = 使用{ $time }
clock-over = { $time }超過
clock-running = 動作中
clock-set-left = { $colour }の持ち時間残り{ $time }
clock-set-periods = { $colour }の秒読み残り{ $count }回
clock-set-turn = { $colour }の今の秒読みの使用{ $time }
clock-table = それぞれの時点での両者の時計と、その時の結果
clock-strip = 時計の推移
clock-strip-reading = 横棒は一手の考慮時間、高い棒は秒読み、破線は両時計の停止を表す。
call-left = 残り{ $count }分
call-minutes = { $count }分

## Boards

board-description = 有効な着手{ $moves }手、最終手{ $last }、{ $colour }の番、取られた石：黒{ $black }・白{ $white }。
board-as-text = 文字による盤面
board-numbers = 数字は{ $first }手目以降の着手。
board-unnumbered = 数字のない石は{ $first }手目より前から盤上にあるか、着手以外で置かれた。
board-triangle = △は争点の記録に関わる点。
board-square = □は裁定が盤上で変えた点。
board-ring = 輪は最終手。
scene-before = 記録#{ $entry }の前
scene-at = 記録#{ $entry }の時点
scene-decided = 裁定{ $decision }の後

## Articles and findings

article-summary-unofficial = 要旨（非公式）：
article-of-event = 本大会独自の規定
article-source = { $edition }版の中国語原文より引用（誤植もそのまま）。原文のSHA-256：
finding-left-open = 条文は定めていない。
finding-status-open = 未裁定
finding-status-ruled = 条文どおりに裁定
finding-status-departed = 条文と異なる裁定
finding-status-lapsed = 失効
finding-status-automatic = 自動的に発効
decider-automatic = 裁定を要しない（自動的に発効）
decider-arbiter = 審判
decider-chief-arbiter = 審判長
window-next-move = 相手の次の着手まで
window-any-move = どちらかの次の着手まで
window-colour-swap-last-move = 規則の定める手数まで
window-cycle-broken = 循環が破れるまで
window-game-end = 終局まで
window-never = いつでも
window-complaint = 期限内の申し立て：
evidence-bytes = { $bytes }バイト
evidence-open = 公開
evidence-restricted = 非公開
evidence-file-awaited = 未着
evidence-file-kept = 保管中
evidence-file-deleted = 削除済み

## Breaches

breach-take-back = 待った
breach-stone-dropped = 石を落とした
breach-stone-displaced = 石のずれ
breach-board-scattered = 盤面の崩れ
breach-phone-rang = 携帯電話の着信音
breach-phone-viewed = 携帯電話の画面を見た
breach-smoking = 喫煙
breach-talk = 会話
breach-consultation = 資料の参照
breach-disturbance = 妨害
breach-left-game = 途中退場
breach-stalling = 不当な時間稼ぎ
breach-match-fixing = 八百長
breach-ceremony-missed = 式典欠席
breach-phone-used = 会場での携帯電話使用
breach-other = その他
pause-schedule = 予定による
pause-ruling = 裁定のため
pause-fault = 故障のため
pause-consent = 両対局者の同意

## Appeals

appeal-status-filed = 提出済み
appeal-status-seated = 委員会で審理中
appeal-status-decided = 裁定済み
appeal-status-withdrawn = 取り下げ
appeal-outcome-upheld = 認容
appeal-outcome-partly-upheld = 一部認容
appeal-outcome-dismissed = 棄却
appeal-outcome-out-of-time = 期限切れ

## Entries by their types

event-tournament-opened = 大会の開設
event-regulations-supplemented = 規定の追加
event-official-appointed = 役員の任命
event-official-relieved = 役員の解任
event-team-registered = チーム登録
event-player-registered = 選手登録
event-lineup-declared = 出場順の届け出
event-lot-committed = 抽選の事前確約
event-lot-drawn = 抽選
event-round-paired = 組み合わせ
event-pairing-changed = 組み合わせの変更
event-player-withdrew = 棄権
event-sanction-imposed = 処分
event-sanction-lifted = 処分の取り消し
event-standings-published = 順位の発表
event-round-closed = 回戦の終了
event-tournament-closed = 大会の終了
event-nigiri-held = 握り
event-player-arrived = 選手の到着
event-player-absent = 選手の不在
event-game-started = 対局開始
event-stone-played = 着手
event-turn-passed = パス
event-captives-lifted = アゲハマの取り上げ
event-clock-pressed = 時計を押した
event-clock-read = 時計の確認
event-byoyomi-read = 秒読み
event-seat-left = 離席
event-seat-retaken = 着席
event-breach-observed = 違反の確認
event-complaint-raised = 申し立て
event-consent-given = 同意
event-game-paused = 対局の中断
event-game-resumed = 対局の再開
event-times-confirmed = 使用時間の確認
event-clock-fault-found = 時計の故障
event-relief-requested = パス扱いの申請
event-move-sealed = 封じ手
event-seal-opened = 封じ手の開封
event-end-proposed = 終局の提案
event-end-agreed = 終局の合意
event-end-declined = 終局の拒否
event-dead-stones-agreed = 死石の合意
event-life-disputed = 死活の争い
event-contested-point-found = 未決の点
event-board-counted = 計算
event-recount-requested = 再計算の要求
event-resigned = 投了
event-result-confirmed = 結果の確認
event-ruling-made = 裁定
event-warning-issued = 警告
event-admonition-given = 勧告
event-penalty-imposed = 罰則
event-entry-inserted = 記録の追加
event-entry-corrected = 記録の訂正
event-statement-taken = 陳述
event-evidence-attached = 証拠
event-appeal-filed = 上訴の提出
event-panel-seated = 裁定委員会の構成
event-appeal-decided = 上訴の裁定
event-appeal-withdrawn = 上訴の取り下げ

## Names of fields

label-about = 対象
label-accepted = 受理日時
label-after = この後
label-against = 上訴の対象
label-allowed = 条文が認める裁定
label-announced = 告知日時
label-answers = 応答の対象
label-appeal-by = 上訴人
label-area = 地と石
label-article = 条文
label-as-of = 基準時点
label-authority = 決定機関
label-by = 当事者
label-call = 読み上げ
label-corrects = 訂正の対象
label-decided-by = 裁定者
label-decision = 裁定
label-decides = 裁定権者
label-window = 申し立ての期限
label-departure = 逸脱
label-detected = 発覚日時
label-edition = 規則
label-effect = 効果
label-entry = 記録
label-evidence = 証拠
label-file = ファイル
label-facts = 事実
label-finding = 認定
label-from = 陳述者
label-game = 対局
label-games = 当該対局
label-grounds = 上訴理由
label-hand = 手
label-happened = 発生日時
label-intent = 意図
label-kind = 種類
label-leave = 許可
label-lifted = 取り上げた石
label-moment = 時点
label-names = 言及された条文
label-orders = 命じる事項
label-outcome = 結論
label-panel = 委員
label-points = 点
label-read-as = 読み替え
label-read-to = 読まれた側
label-reading = 時計の表示
label-reasons = 理由
label-recorded-by = 記録：
label-recused = 回避
label-relief = 求める措置
label-result = 結果
label-result-now = 現在の結果
label-ruled = 裁定内容
label-ruling = 裁定
label-says-dead = 死と主張する側
label-sha256 = SHA-256
label-signatures = 署名
label-stands = 効力
label-statement = 陳述
label-status = 状態
label-stone = 石
label-text = 発言
label-times = タイムゾーン
label-tournament = 大会
label-until = 期限
label-voiced-by = 代弁者
label-vote = 採決
label-whom = 対象者
label-with = 共同の裁定者

## The dossier of an appeal

dossier-title = 上訴記録：{ $appeal }
dossier-game = 第{ $round }回戦 席番{ $board }（{ $game }）
dossier-as-of = 台帳の記録#{ $seq }（{ $time }受理）
dossier-decisions = 裁定の経過
dossier-no-decision = まだ裁定はない。
dossier-stands = 有効
dossier-overturned = { $by }により取り消し
dossier-story = 経緯
dossier-disputed = 争点
dossier-departure = この裁定は、その時点で条文が認めるものから外れている。
dossier-boards = 盤面と時計
dossier-not-named = 裁定は対象の記録を挙げていない。裁定前の最後の着手を示す。
dossier-articles = 引用条文
dossier-no-article = 条文の引用なし。
dossier-entries = 引用した記録
dossier-hash-rule = 記録のハッシュは、ゼロの1バイトに記録のバイト列を続けたもののSHA-256である。バイト列はこの文書のファイルに収められ、誰でも検算できる。
dossier-head = 作成時の台帳の最終記録は#{ $seq }、ハッシュは{ $hash }。
dossier-bytes = 記録のバイト列
dossier-checkpoint = 各記録は、{ $origin }が{ $size }件の記録に署名したチェックポイント（ルート{ $root }）によって証明される。
dossier-unsigned = この文書の記録を含む署名済みチェックポイントはまだない。
dossier-proofs = 記録の証明（C2SP tlog-proof）

## The frame of the pages

page-skip = 本文へ移動
page-way = 現在の場所
page-ledger = 台帳
page-size = 大きさ
page-entries = 記載数：{ $size }
page-last-hash = 最後の記載のハッシュ
page-check = データフォルダーを持つ人は次のコマンドですべてを検証できます：
page-language = 言語
page-events = 大会
page-no-events = 閲覧できる大会はありません。
page-for-programs = プログラム向け
page-keys = キー操作
page-keys-only-show = キーは表示だけに使います。キーで記録されることはありません。
page-letter-keys = 一文字のキーを使う
page-close = 閉じる
page-round = 第{ $number }回戦
page-board = 第{ $number }卓
page-rounds-of = { $of }回戦中 第{ $rounds }回戦
page-closed = 終了
page-under-way = 進行中
key-help = この説明
key-close = 開いているものを閉じる

## Signing in

sign-in = サインイン
sign-out = サインアウト
sign-as = サインイン中：
sign-keeper = サービスの管理者
sign-refused = サインインできませんでした
sign-explained = 役員はサービスの管理者から受け取ったトークンでサインインします。閲覧だけなら不要です。
sign-token = トークン

## Problems

problem-meaning = この意味
problem-trace = 追跡番号
problem-again = 同じ要求は後で通ることがあります。
problem-not-again = 同じ要求は後でも通りません。
problem-code = コード
problem-status = HTTPステータス

## Tournaments

page-parts = このページの内容
page-rounds = 回戦
page-no-rounds = まだ組み合わせがありません。
page-not-opened = この台帳に大会はありません。
page-players = 参加者：{ $players }
page-starts = 開始：
page-boards-of = 第{ $number }回戦の対局
page-board-short = 卓
page-round-short = 回戦
page-pairing = 黒番、白番
page-moves = 手数
page-byes = 不戦：
page-open-findings = 未裁定：{ $count }
page-nigiri = ニギリで決める
page-standings-after = 第{ $number }回戦終了時の順位。
page-origin = 数字を選ぶとその内訳が見られます。
page-place = 順位
page-name = 名前
page-rank = 段級位
page-number = 番号
page-separated = 次の順位との差
page-open-games = 未決着：
page-provisional = 未確認：
page-appealed = 提訴中：
page-lifted = 解除済み
page-cross-signs = 12+b：12番に黒で勝ち；− 負け、= 引き分け、# 両者負け、x 取り消し、! 不戦。
page-by = 記録者
key-round = 前の回戦、次の回戦
tab-boards = 対局
tab-standings = 順位
tab-crosstable = 対戦表
tab-moves = 着手
tab-clock = 時計
tab-timeline = 経過
tab-findings = 判定
game-status-paired = 組み合わせ済み
game-status-playing = 対局中
game-status-paused = 中断
game-status-sealed = 封じ手
game-status-ending = 終局の合意
game-status-counting = 計算中
game-status-finished = 終了
game-status-confirmed = 確認済み
explain-title = { $name }：第{ $round }回戦終了時 { $place }位
explain-bouts = 回戦ごとの内訳
explain-opponent = 相手
explain-points = 勝点
explain-worth = 相手から得る点
explain-bye = 不戦勝
explain-sums = 合計
explain-in-force = 本大会の方式；最高点{ $highest }
explain-otherwise = 別の方式；最高点{ $highest }
explain-order = 順位の決め方
explain-above = 上位との差、
explain-below = 下位との差、
explain-nothing = 差はなく同順位
bout-won = 勝ち
bout-drew = 引き分け
bout-lost = 負け
bout-both-lost = 両者負け
bout-cancelled = 取り消し
basis-played = 対局
basis-sanction = 制裁による
basis-withdrawal = 棄権による

## A game

game-board = 盤
game-to-play = 手番
game-at-move = { $number }手目の盤面
game-lost-stones = 取られた石：{ $count }
game-warnings = 警告：{ $count }
game-replayed-as = 再対局：
game-ruling-published = 裁定{ $ruling }が公表されました：{ $outcome }
game-steps = 手を進める・戻す
game-first = 最初の局面
game-back-ten = 10手戻る
game-back = 1手戻る
game-on = 1手進む
game-on-ten = 10手進む
game-last = 現在
game-move = 手数
game-go = 移動
game-looks = 盤の表示
game-coordinates = 座標
game-numbers = 手数表示
game-turned = 反対側から
game-incidents = 出来事
game-incident-before = 前の出来事
game-incident-after = 次の出来事
game-no-moves = まだ着手がありません。
game-voided = 裁定で取り消された手：
game-clocks-at = { $number }手目の時計
game-to-call = このまま考え続けたときの秒読み
game-no-clock = この対局には時計の記録がありません。
game-nothing = まだ記録がありません。
game-part = 全{ $all }件中 { $from }～{ $to }件
game-parts = 経過の区切り
game-earlier = 前へ
game-later = 後へ
game-amended = 訂正
game-no-findings = 規則上の指摘も裁定もありません。
game-findings = 判定と裁定
game-overturned = 取り消し
game-fold = すべて閉じる
game-unfold = すべて開く
penalty-name-forfeit-turn = 一手パス
penalty-name-deduct-zi = 子の減点
penalty-name-deduct-time = 時間の減算
penalty-name-lose-game = 負け
event-overturned = 裁定の取り消し
event-struck-out = 抹消
event-set-apart = 別扱い
key-step = 1手戻る・進む
key-ten = 10手戻る・進む
key-ends = 最初・現在
key-go-to = 手数を指定
key-incident = 次・前の出来事
key-fold = すべて閉じる・開く
key-coordinates = 座標
key-numbers = 手数表示
key-turn = 盤を反転
key-tab = 着手・時計・経過・判定

## Standings

criterion-total-score = 総得点
criterion-points = 勝点
criterion-opponents = 対戦相手の勝点合計
criterion-beaten = 勝った相手の勝点
criterion-warnings = 警告回数
criterion-wins = 勝局数
criterion-direct = 直接対決
criterion-sos = SOS
criterion-sos1 = SOS-1（最低点を除く）
criterion-sos2 = SOS-2（最低二点を除く）
criterion-sosos = SOSOS
criterion-sodos = SODOS
criterion-cumulative = 累進点
criterion-boards = 席順の比較
criterion-rating = レーティング
criterion-playoff = プレーオフ
criterion-lot = 抽選
criterion-elimination = 敗退が後
unplaced-withdrew-before-start = 第一回戦前に棄権
unplaced-results-void = 途中棄権により全成績無効
pmax-scored = 実際の最高勝点
pmax-possible = 可能な最高勝点
format-swiss = スイス式
format-round-robin = 総当たり
format-double-round-robin = 二回総当たり
format-multi-round-robin = 複数回総当たり
format-knockout = トーナメント
format-double-knockout = 二敗失格トーナメント
format-multi-knockout = 複数敗失格トーナメント
format-swiss-knockout = スイス式とトーナメント
format-match = 番碁
format-win-and-stay = 勝ち抜き戦
edition-cn-1988 = 中国囲碁競技規則1988年版
edition-cn-2002 = 中国囲碁競技規則2002年版

# An anti-cheating review: its report and its page.
review-title = 審査 {$review}：報告書
review-not-a-verdict = この報告書は数値とその根拠を示すものであり、誰が何をしたかを述べるものではない。その先は決定権を持つ者が判断する。
review-done = 行ったこと
review-figures = 数値と比較対象
review-moves = 注目すべき着手
review-clears = 対局者に有利な事情
review-limits = 方法の限界
review-course = 審査の経過
review-notes = 審査員の所見
review-answers = 対局者の説明
review-conclusions = 結論と上訴
review-evidence = 証拠
review-player = 対局者{$label}
review-tournament = 大会
review-occasion = きっかけ
review-question = 問い
review-reviewers = 審査員
review-games = 対局
review-standard = 証明の基準
review-opened-at = 開始
review-status = 状態
review-status-open = 審査中
review-status-concluded = 終了
review-status-appealed = 上訴中
review-method = 方法 {$number}：{$name}
review-method-rule = 集計前に除く着手：1手目から{$opening}手目まで、一方の勝率が{$settled}％以上の局面、第一候補以外がすべて{$forced}目以上劣る局面、探索回数が{$visits}回未満の局面。第一候補と同等：損失{$near}目以下。早打ち：{$quick}ミリ秒未満。{$moves}手に満たない数値は示さず、z値には{$group}件の構成員を要する。
review-method-changed = 変更：{$reason}
review-engine = エンジン
review-engine-said = {$program} {$version}、ネットワーク {$network}、一局面 {$visits} 回の探索、{$when}
review-no-engine = エンジンの回答がないため、時間の数値のみを示す。
review-group = 比較群
review-group-said = {$name}：{$members}件
review-no-group = 指定がないか手元にないため、比較はしない。
review-computed = {$program} が大会記録の第 {$seq} 件までから計算した。
review-figure = 数値
review-whose-subject = 対象の対局
review-whose-opponent = 相手
review-whose-other-games = 他の対局
review-whose-reference = 比較群
review-z = z値
review-too-few = 少なすぎる（n {$n}）
review-value = {$value} ± {$spread}（n {$n}）
review-figure-time-mean-s = 一手の時間の平均（秒）
review-figure-time-median-s = 一手の時間の中央値（秒）
review-figure-quick-share = 早打ちの割合
review-figure-time-variation = 時間のばらつき（標準偏差／平均）
review-figure-time-unknown-share = 時間不明の割合
review-figure-time-choice-correlation = 時間と選択の幅の順位相関
review-figure-first-choice-share = 第一候補の割合
review-figure-first-choice-weighted = 同上、選択の幅で加重
review-figure-near-equal-share = 第一候補と同等の割合
review-figure-rank-mean = 候補内の順位の平均
review-figure-points-lost-mean = 一手の損失の平均（目）
review-figure-left-out-share = 除いた着手の割合
review-times-drawn = 所要時間ごとの着手数
review-members-drawn = {$figure}：比較群と対局者
review-no-moves = 取り上げる着手はない。
review-move = {$game}、{$number}手目：{$point}
review-move-said = 順位 {$rank}、損失 {$lost} 目、選択の幅 {$choice} 目、時間 {$time}
review-move-first = A：エンジンの第一候補
review-unknown = 不明
review-moves-rule = 各対局者について、集計対象のうち選択の幅が最も大きい、第一候補と一致した {$count} 手と、損失の最も大きい {$count} 手を示す。
review-absences = 離席
review-absence = {$game}：{$from} から {$until} まで離席、次は {$next} 手目、{$choices}
review-absence-none = 離席の記録はない。
review-absence-rank = エンジンの第 {$rank} 候補
review-absence-unranked = 候補外または不明
review-clear-within = {$figure}：{$value} は比較群の標準偏差一つ以内（z {$z}）。
review-clear-other = {$figure}：{$value}、この対局者の他の対局では {$other}。
review-clear-opponent = {$figure}：{$value}、同じ対局の相手は {$other}。
review-clear-lost = 集計した {$of} 手のうち {$count} 手が {$points} 目以上を失った。
review-clear-seat = これらの対局に離席の記録はない。
review-clear-none = 数値からこの種の事情は得られないが、それが不利を意味するわけでもない。
review-limit-agreement = エンジンとの一致は着手の質を示すが、どう見つけたかは示さない。強い打ち手はよく一致し、対局によってはほぼ常に一致する。
review-limit-chosen = 数値を見た後に選んだ基準や区間は何も証明しない。上の方法は事前に定め、変更はすべて記す。
review-limit-engine = 別のエンジン、ネットワーク、探索回数では数値が変わる。探索回数が少ないと候補は不確かになる。
review-limit-moves = 一局の着手は互いに関係する。一局のばらつきは手数から思うほど多くを語らない。
review-limit-many = 多くの対局者を見れば偶然だけでも珍しい数値は現れる。z値は群からの隔たりを示すだけで、原因は示さない。
review-limit-time = 時間は記録による。記録のないものは不明とし数えない。遅れて入力された押下は着手間で時間をずらす。
review-note-sealed = 封印済み、未開封
review-note-none = まだない
review-declined = 尋ねられ、答えないことを選んだ
review-asked = 問い：{$put}
review-conclusion-not-met = 証明の基準に達していない
review-conclusion-referred = 証拠とともに決定権者に送る
review-conclusion-undetermined = 判断するには足りない
review-concluded-by = {$conclusion}（基準：{$standard}）
review-rests-on = 根拠とする記録：{$entries}
review-appeal = 上訴
review-until = {$date} に削除
review-names-blind = 公開されるまで対局者は文字で呼ぶ。
review-print = 印刷用の報告書
review-page = 公正競技の審査
review-looks = 閲覧の記録
review-looks-said = このページの閲覧はすべて審査の記録に残る。
review-times-strip = 一手ごとの時間
review-recorded = 記録された数値
review-recorded-none = まだ記録がない。
